//! Every number that decides which way a kernel takes: its unit, and the bench row that it moves by 15 % or
//! more. Sizes that belong to the shape of one loop, such as its number of lanes, stand beside the loop.

// Threads.

// Element-wise loops and copies.

// Reductions and scans.

// Products.

// Functions of floats and rows.
