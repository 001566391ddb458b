//! Order and sets: `sort`, `topk`, `quantile`, `unique` and the set operations.
