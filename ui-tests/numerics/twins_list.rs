//! The twins.

twins! {
    fourier: fft_axis fft_of_integers fft_of_reals fft_result fft_with_len_axis fftfreq_result
        fftn_axis fftn_no_axes fftn_of_reals fftn_one_axis fftn_with_len_count fftshift_axis
        fftshift_twice generic_rfft generic_rfftn hfft_axis ifft_axis ifft_of_reals ifftn_twice
        ifftshift_axis ihfft_axis irfft_axis irfft_of_reals irfftn_axis rfft_axis rfft_of_complex
        rfft_of_integers rfft_of_scalar rfft_real rfft_with_norm_axis rfftfreq_integer
        rfftn_of_scalar rfftn_twice;
    linalg: cholesky_of_integers cholesky_of_vector cholesky_with_triangle det_number
        det_of_integers det_of_vector det_result eig_of_integers eig_of_vector eigh_of_integers
        eigh_of_vector eigh_result eigh_tuple eigvals_of_vector eigvals_real eigvalsh_of_vector
        eigvalsh_result generic_elements generic_inv generic_solve inv_of_integers inv_of_vector
        inv_result lstsq_batch_right lstsq_of_batch lstsq_of_integers lstsq_of_vector lstsq_tensor
        lstsq_with_rcond matrix_rank_number matrix_rank_of_integers matrix_rank_of_vector
        matrix_rank_with_rtol pinv_of_integers pinv_of_vector pinv_result pinv_with_rtol
        qr_of_integers qr_of_vector qr_result qr_tuple qr_with_mode slogdet_of_vector
        solve_batch_of_vectors solve_batch_right solve_of_integers solve_of_vector
        solve_other_elements solve_result svd_of_integers svd_of_vector svd_result svd_tuple
        svd_with_mode svdvals_of_vector svdvals_result;
    random: choice choice_distinct choice_distinct_with_weights choice_of_scalar choice_result
        choice_with_weights generator_by_value no_generator normal_integers normal_rank
        permutation_of_tensor permutation_result sample_elements sample_rank seed shuffle
        shuffle_not_mut shuffle_of_scalar shuffle_of_view shuffle_result uniform_inclusive
        uniform_rank weights_matrix weights_type;
}
