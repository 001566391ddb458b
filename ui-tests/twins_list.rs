//! The twins.

twins! {
    axes: any argmin axis_iter axis_iter_mut back back_zero concat cumsum diagonal diagonal_repeated
        diagonal_repeated_last flip flip_mut float index_axis iter_scalar lanes last_of_scalar max
        mean merge_axes merge_reversed move_axis named_concat named_index_axis named_keep
        named_permute named_sum names_none narrow negative norm number permute_array
        permute_out_of_range permute_repeated permute_too_long permute_too_short prod rank_13_axis
        rank_13_split rank_13_transpose rank_13_unsqueeze result_merge rms_norm softmax split_at_mut
        split_axis squeeze squeeze_scalar stack step sum sum_keep sum_list swap_axes
        transpose_numbers transpose_vector unsqueeze unsqueeze_back unsqueeze_number var variable;
    edge: any_compute any_generic any_rank_13 into_rank_13 into_rank_result match_rank_13
        match_rank_body match_rank_tensor match_rank_types strict_add strict_compare strict_higher
        strict_in_place strict_method strict_right strict_scalar strict_strict;
    einsum: character dots elements_differ ellipsis_output ellipsis_rank ellipsis_result_rank
        ellipsis_twice generic_ellipsis generic_rank no_arrow no_operands operand_count
        operand_moved operand_rank output_twice output_unknown path_output_unknown result_rank
        seven_operands two_arrows two_outputs variable;
    index: add_at add_at_view assign_at assign_at_values assign_where assign_where_values bincount
        bincount_with_min_len bincount_with_weights disjoint histogram_of_integers histogram_result
        histogram_with_edges index_add index_assign_list mask_fill mask_select nonzero one_hot
        scatter scatter_rank scatter_values searchsorted segment_ids segment_mean segment_sum select
        select_mask take take_along_axis take_at take_at_ranks take_at_result take_at_signed
        take_number take_rank_13 take_result take_signed write_view;
    iterate: channels_of_matrix chunks_size indexed_iter_pattern row_index rows_of_vector;
    join: broadcast_shapes_result chunk_axis concat_mixed_ranks concat_scalars diag_with_offset
        diagonal_with_offset eye_with_offset meshgrid_matrix meshgrid_names mixed_forms no_tensors
        pad_with_mode_one_axis repeat_axis repeat_counts_tensor repeat_with_counts result_stack
        roll_axis split_axis split_mut_of_view split_names split_number split_result tile_count
        trace_with_offset tuple zeros_like_result;
    names: ndarray numpy torch value_used with_argument;
    notation: operand_moved rearrange_character rearrange_ellipsis_group rearrange_ellipsis_left
        rearrange_ellipsis_right rearrange_empty rearrange_left_only rearrange_mut_view
        rearrange_name rearrange_nested rearrange_no_arrow rearrange_no_literal rearrange_not_closed
        rearrange_not_open rearrange_number rearrange_number_zero rearrange_rank
        rearrange_rank_ellipsis rearrange_rank_mut rearrange_result rearrange_result_ellipsis
        rearrange_right_only rearrange_size_twice rearrange_size_type rearrange_size_unknown_axis
        rearrange_twice_left rearrange_twice_right rearrange_two_arrows rearrange_two_ellipses
        rearrange_two_inferred rearrange_underscore reduce_any reduce_closure_axis reduce_mean
        reduce_name reduce_none reduce_number reduce_rank reduce_rank_ellipsis reduce_result
        reduce_right_only repeat_left_only repeat_no_size repeat_number repeat_rank
        repeat_rank_too_high try_rearrange_left_only;
    numbers: abs_of_unsigned cast_exact_result cast_exact_to_bool cast_to_bool clamp_limit_type
        clamp_rank copysign_of_integers floor_divide_complex logaddexp_of_integers mean_as_axis
        nextafter_of_integers pow_signed_exponents remainder_rank saturating_of_floats
        saturating_rank shift_of_floats wrapping_elements wrapping_of_floats;
    operators: as_tensor cast_of_mask compare_other_elements compare_wrong_thing elements_differ
        equal_other_rank eye_type float_function_of_integers integer_scalar less_operator
        mask_condition mask_not_binary mask_plus mask_times mask_times_right moved rank_13_add
        result_compare result_operator result_try_add scalar_left_type where_cond_of_numbers
        where_cond_other_elements;
    order: argpartition argsort argsort_descending difference intersection isin median partition
        quantile quantile_with_method quantiles quantiles_rank quantiles_with_method sort
        sort_descending sort_inplace sort_inplace_of_view sort_of_scalar symmetric_difference topk
        union unique unique_inverse;
    products: cross_ranks diag_of_matrix dot_matrix dot_of_matrix gemm_batch gemm_into_view
        kron_ranks matmul_into_rank matmul_not_a_tensor matmul_other_elements matmul_vector
        matmul_vector_left matrix_power_of_vector matvec_batch matvec_batch_result matvec_matrix
        matvec_of_vector rank_13_outer result_matmul tensordot_axis tensordot_axis_right
        tensordot_counts tensordot_repeated tensordot_result_rank trace_of_rank_3 trace_of_vector
        tril_of_vector vecdot_axis vecdot_result vecmat_vector;
    reductions: any_of_numbers item_matrix max_number mean_of_integers mean_of_mask rank_13_sum
        result_keep result_sum result_sum_all softmax_list sum_item sum_last_of_scalar sum_number
        sum_of_mask sum_repeated sum_repeated_last sum_too_many_axes sum_variable sum_without_axis;
    shapes: dims_negative dims_rest_too_many dims_text dims_too_few dims_too_many dims_two_rests
        element_type from_fn_arity from_fn_pattern get_mut_too_long get_too_short index_mask
        index_mut_too_long index_number index_too_long index_too_short index_tuple nested_array_rank
        nested_tensor_rank pad_one_axis ragged_array ragged_depth ragged_tensor reshape_minus_one
        result_reshape shape_annotated shape_compared shape_destructured shape_from_runtime_list
        shape_too_short tensor_repeated tensor_repeated_rows tensor_rows_repeated tensor_two_commas
        tensor_without_comma zeros_arguments zeros_tuple;
    signatures: argument_by_value argument_not_mut argument_rank argument_view_by_value
        argument_view_mut argument_view_rank generic_add generic_assign generic_axis
        generic_caller_scalar generic_index generic_item generic_last generic_matmul
        generic_operator generic_outer generic_softmax generic_sum generic_transpose
        generic_unsqueeze generic_zip list_of_mixed_ranks reference_by_value reference_returned
        result_annotated result_argument result_branches result_field result_reassigned
        result_returned result_unused sealed_axis sealed_list sealed_over sealed_relation
        view_for_owned;
    slices: arguments brackets float index_type mut_too_many range_of_floats rank_13_new_axis
        result_slice step_on_index too_few too_many tuple without_macro;
    statistics: average_weights corrcoef_of_batch cov_of_vector cummax cumsum_with_initial diff
        fold_axis_result kurtosis kurtosis_of_integers map_axis moment moment_of_integers
        nan_max_list nan_mean_result nan_sum norm_of_integers norm_with_order skew;
    threads: cell iter_cell rc reference_cell rows_rc spawned view_cell view_mut_cell view_mut_rc
        view_rc;
    views: broadcast_to_lower field_without_lifetime into_vec mut_broadcast mut_clone mut_moved
        mut_row_twice mut_windows of_moved of_temporary owned_annotated owned_field owned_pushed
        owned_reassigned owned_returned rank_14_windows returned_of_argument returned_of_local
        returned_without_lifetime row_of_batch strides_too_short view_mut_shortened view_outlives
        viewed_kept viewed_owned windows_size;
    windows: avg_pool_integers conv_bias conv_generic conv_image conv_result conv_stride
        conv_transpose_image conv_transpose_padding conv_weights convolve_images convolve_matrix
        correlate_matrix interpolate_integers interpolate_nearest interpolate_vector pool_options
        pool_vector windows_axes windows_no_axis;
    writes: add_assign_elements add_assign_lower assign_lower axis_iter_add call_as_place column_map
        column_mut_of_vector element_after_change iter_after_change iter_element
        mul_assign_lower_owned mutable_view_not_mut not_mut read_while_changed reference_add
        reference_assigned reference_element reference_fill reference_not_dereferenced
        row_add_higher row_add_scalar row_add_tensor row_assigned row_element row_fill row_to_row
        rows_fill slice_assign swapped transpose_fill try_assign_lower two_view_mut view_add_assign
        view_after_change view_fill view_iter_mut view_row_mut view_view_mut view_write while_viewed;
    zip: arity mut_lower not_a_tuple number owned rank_13 read_only_view result without_tuple
        write_to_read;
}
