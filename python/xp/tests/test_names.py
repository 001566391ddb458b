"""All names of the standard are there, with its signatures."""

import inspect

import hypothesis
import pytest
from hypothesis.extra.array_api import make_strategies_namespace

import names
from common import strict, xp


def test_every_name_is_there():
    found = {name for name in names.FUNCTIONS + names.CONSTANTS + names.DTYPES + names.LATER if hasattr(xp, name)}
    assert set(names.FUNCTIONS + names.CONSTANTS + names.DTYPES + names.LATER) - found == names.MISSING
    assert [name for name in names.LINALG + names.LATER_LINALG if not hasattr(xp.linalg, name)] == []
    assert [name for name in names.FFT if not hasattr(xp.fft, name)] == []
    array = xp.zeros((2, 2))
    assert [name for name in names.ATTRIBUTES + names.METHODS if not hasattr(array, name)] == []
    for name in names.IN_PLACE:
        assert hasattr(array, f"__i{name}__") and hasattr(array, f"__r{name}__"), name


def test_the_list_is_that_of_the_reference():
    own = {"get_array_api_strict_flags", "reset_array_api_strict_flags", "set_array_api_strict_flags", "Device"}
    own |= {"ArrayAPIStrictFlags", "linalg", "fft", "__array_api_version__", "__version__", *names.LATER}
    assert set(strict.__all__) - own == set(names.FUNCTIONS + names.CONSTANTS + names.DTYPES)
    assert set(strict.linalg.__all__) - {*names.LATER_LINALG} == set(names.LINALG)
    assert set(strict.fft.__all__) == set(names.FFT)


def parameters(function):
    """Names, kinds, and defaults of parameters; a default that is a mark of the reference is any."""
    result = []
    for parameter in inspect.signature(function).parameters.values():
        default = parameter.default
        if "undef" in str(default).lower():
            default = None
        result.append((parameter.name, parameter.kind, default))
    return result


# The reference forbids what the standard allows: `axis` by position or not, with a default or not.
FREE = {"expand_dims": [("x", 0), ("axis", 1)]}


@pytest.mark.parametrize("name", [name for name in names.FUNCTIONS if not name.startswith("_")])
def test_signatures_are_those_of_the_reference(name):
    if name in FREE:
        found = [(p.name, int(p.kind)) for p in inspect.signature(getattr(xp, name)).parameters.values()]
        assert found == FREE[name]
    else:
        assert parameters(getattr(xp, name)) == parameters(getattr(strict, name))


@pytest.mark.parametrize("name", names.LINALG)
def test_signatures_of_linear_algebra(name):
    assert parameters(getattr(xp.linalg, name)) == parameters(getattr(strict.linalg, name))


@pytest.mark.parametrize("name", names.FFT)
def test_signatures_of_fourier_transforms(name):
    assert parameters(getattr(xp.fft, name)) == parameters(getattr(strict.fft, name))


@pytest.mark.parametrize("name", names.METHODS)
def test_methods_take_what_those_of_the_reference_take(name):
    def plain(cls):
        return [p.name for p in inspect.signature(getattr(cls, name)).parameters.values()]

    assert plain(xp.Array) == plain(type(strict.zeros(1)))


def test_constants():
    for name in names.CONSTANTS:
        assert str(getattr(xp, name)) == str(getattr(strict, name))
    assert xp.__array_api_version__ == "2024.12"


def test_hypothesis_makes_arrays():
    """What array-api-tests is built on."""
    strategies = make_strategies_namespace(xp)
    shapes = strategies.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)

    @hypothesis.given(strategies.arrays(strategies.scalar_dtypes(), shapes), strategies.indices((3, 4, 5)))
    def check(x, index):
        assert x.__array_namespace__() is xp
        assert x.dtype in vars(xp).values()
        assert bool(xp.all(xp.equal(x, x) | xp.not_equal(x, x)))
        assert xp.zeros((3, 4, 5))[index].dtype == xp.float64

    check()


def test_what_the_namespace_says_of_itself():
    info, reference = xp.__array_namespace_info__(), strict.__array_namespace_info__()
    assert info.capabilities().keys() == reference.capabilities().keys()
    assert info.capabilities()["max dimensions"] == 12 and info.devices() == ["cpu"]
    assert info.default_device() == "cpu"
    assert {k: str(v) for k, v in info.default_dtypes().items()} == {
        k: str(v).split(".")[-1] for k, v in reference.default_dtypes().items()
    }
    for kind in [None, "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating",
                 "numeric", ("bool", "integral")]:
        assert info.dtypes(kind=kind).keys() == reference.dtypes(kind=kind).keys()


@pytest.mark.parametrize("function", ["can_cast", "result_type"])
def test_promotion_is_that_of_the_reference(function):
    for a in names.DTYPES:
        for b in names.DTYPES:
            try:
                expected = getattr(strict, function)(getattr(strict, a), getattr(strict, b))
            except TypeError:
                with pytest.raises(TypeError):
                    getattr(xp, function)(getattr(xp, a), getattr(xp, b))
            else:
                found = getattr(xp, function)(getattr(xp, a), getattr(xp, b))
                assert str(found) == str(expected).split(".")[-1], (a, b)


@pytest.mark.parametrize("scalar", [True, 1, 1.0, 1j])
def test_scalars_promote_as_in_the_reference(scalar):
    for name in names.DTYPES:
        try:
            expected = strict.result_type(getattr(strict, name), scalar)
        except TypeError:
            with pytest.raises(TypeError):
                xp.result_type(getattr(xp, name), scalar)
        else:
            assert str(xp.result_type(getattr(xp, name), scalar)) == str(expected).split(".")[-1], name


def test_limits():
    for name in names.DTYPES:
        for function in ("iinfo", "finfo"):
            try:
                expected = getattr(strict, function)(getattr(strict, name))
            except (TypeError, ValueError):
                with pytest.raises(TypeError):
                    getattr(xp, function)(getattr(xp, name))
                continue
            found = getattr(xp, function)(getattr(xp, name))
            for field in ("bits", "max", "min") + (("eps", "smallest_normal") if function == "finfo" else ()):
                assert getattr(found, field) == getattr(expected, field), (name, field)
            assert str(found.dtype) == str(expected.dtype).split(".")[-1]


def test_kinds():
    kinds = ["bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating", "numeric"]
    for name in names.DTYPES:
        for kind in kinds:
            assert xp.isdtype(getattr(xp, name), kind) == strict.isdtype(getattr(strict, name), kind)
        assert xp.isdtype(getattr(xp, name), (xp.int8, "bool")) == (name in ("int8", "bool"))
    with pytest.raises(ValueError):
        xp.isdtype(xp.int8, "number")
