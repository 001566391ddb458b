//! Elements by their indices: `take`, `gather`, `scatter`, masks, counts and groups.
