//! Windows of any number of axes: convolution, pooling and interpolation.
