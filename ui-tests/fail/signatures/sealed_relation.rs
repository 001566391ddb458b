// A: a relation between ranks of one's own
use holor::prelude::*;

struct Mine;

impl BroadcastTo<Rank<2>> for Mine {}

fn main() {}
