//! Reads and writes files: one file or folder for each format, behind its feature.
//!
//! A reader takes nothing in a file for granted: an error names the place in the file, and nothing is allocated
//! that the length of the file does not justify. A writer writes to a temporary name and renames at the end.
