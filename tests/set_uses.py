"""Where sets stand in the engine's text, and where they may: in a place that does not ask for their order."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

SETS = {"set", "frozenset"}
ASKED_ONLY = {*SETS, "Container"}
"""Types of arguments to which a set may be handed: it is known again, or only asked whether it contains something."""
ORDERLESS = {*SETS, "all", "any", "bool", "isinstance", "len", "sorted"}
"""Functions that give the same whatever the order."""
MAKING = {"difference", "intersection", "symmetric_difference", "union"}
"""Methods whose result is a set, whatever they are called with."""
COMPARING = {"isdisjoint", "issubset", "issuperset"}
CHANGING = {"difference_update", "intersection_update", "symmetric_difference_update", "update"}
METHODS = {*MAKING, *COMPARING, *CHANGING, "__contains__", "add", "clear", "copy", "discard", "remove"}
LISTING = {"glob", "iterdir", "rglob"}
"""Folders come in the order of the machine."""
SET_OPERATORS = ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


class Known(NamedTuple):
    """What modules tell each other of sets."""

    fields: frozenset[str]
    """Attributes that are sets wherever they are declared."""
    functions: frozenset[str]
    """What returns sets wherever it is declared."""
    classes: dict[str, frozenset[str]]
    """Of classes, the fields that are sets."""
    takers: dict[str, list[list[tuple[str, bool]]]]
    """Of functions and classes, what each that is called so takes: the name, and whether it may be a set."""

    @staticmethod
    def of(trees: Iterable[ast.Module]) -> "Known":
        """What a number of modules declares."""
        fields, functions = defaultdict[str, set[bool]](set), defaultdict[str, set[bool]](set)
        known = Known(frozenset(), frozenset(), {}, defaultdict(list))
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, FUNCTIONS):
                    functions[node.name].add(node.returns is not None and of_sets(node.returns))
                    taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                    listed = [(a.arg, a.annotation is not None and of_sets(a.annotation, ASKED_ONLY)) for a in taken]
                    known.takers[node.name].append([one for one in listed if one[0] not in ("self", "cls")])
                elif isinstance(node, ast.ClassDef):
                    declared = dict(annotated(node))
                    for name, is_one in declared.items():
                        fields[name].add(is_one)
                    known.takers[node.name].append(list(declared.items()))
                    known.classes[node.name] = frozenset(name for name, is_one in declared.items() if is_one)
        return known._replace(fields=always(fields), functions=always(functions))


def annotated(node: ast.ClassDef) -> Iterator[tuple[str, bool]]:
    """The fields that a class declares, and whether they are sets: in its body, or of `self` in its methods."""
    for inside in ast.walk(node):
        if isinstance(inside, ast.AnnAssign):
            yield from ((name, of_sets(inside.annotation)) for name in names_in(inside.target))
        elif isinstance(inside, ast.Assign):
            places = [target for target in inside.targets if isinstance(target, ast.Attribute)]
            yield from ((place.attr, plainly_set(inside.value)) for place in places)


def always(told: dict[str, set[bool]]) -> frozenset[str]:
    return frozenset(name for name, answers in told.items() if answers == {True})


def of_sets(annotation: ast.expr, types: Iterable[str] = SETS) -> bool:
    """Whether an annotation names a set."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return of_sets(ast.parse(annotation.value, mode="eval").body, types)
    if isinstance(annotation, ast.BinOp):
        return of_sets(annotation.left, types) or of_sets(annotation.right, types)
    if isinstance(annotation, ast.Subscript):
        wraps = names_in(annotation.value)[-1:] in (["ClassVar"], ["Final"], ["Optional"], ["Annotated"])
        return of_sets(annotation.slice if wraps else annotation.value, types)
    if isinstance(annotation, ast.Tuple):
        return of_sets(annotation.elts[0], types)
    return any(name in types for name in names_in(annotation))


def names_in(node: ast.expr) -> list[str]:
    """The last part of a name or attribute."""
    return [node.id] if isinstance(node, ast.Name) else [node.attr] if isinstance(node, ast.Attribute) else []


def holds_sets(annotation: ast.expr) -> bool:
    """Whether an annotation names a container of sets."""
    inside = [node for node in ast.walk(annotation) if isinstance(node, ast.Name | ast.Attribute)]
    return not of_sets(annotation) and any(name in SETS for node in inside for name in names_in(node))


def plainly_set(node: ast.expr) -> bool:
    """Whether an expression is a set by its form alone."""
    return Scope(Known(frozenset(), frozenset(), {}, {}), frozenset()).is_set(node)


class Scope:
    """What is known where a name is read: the variables of the functions around, fields, functions."""

    def __init__(self, known: Known, fields: frozenset[str], around: "Scope | None" = None) -> None:
        self.known = known
        self.fields = fields
        self.names: set[str] = set(around.names) if around else set()
        self.holders: set[str] = set(around.holders) if around else set()
        self.free: set[ast.comprehension] = around.free if around else set()
        """Loops of which only the set, the number or the sorted list is taken."""
        self.mine: dict[str, bool] = around.mine if around else {}
        """The fields of the class around, and whether they are sets."""

    def learn(self, scope: ast.AST) -> None:
        """Reads what a scope itself gives to its names; what they meant outside of it is forgotten."""
        within = list(own(scope))
        if isinstance(scope, ast.ClassDef):
            self.mine = dict(annotated(scope))
        stored = [node for node in within if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        local = {node.id for node in stored} | {node.arg for node in within if isinstance(node, ast.arg)}
        self.names -= local
        self.holders -= local
        before = -1
        while before != len(self.names) + len(self.holders):
            before = len(self.names) + len(self.holders)
            for node in within:
                self._learn_from(node)

    def _learn_from(self, node: ast.AST) -> None:
        if isinstance(node, ast.arg) and node.annotation is not None:
            self._annotated([node.arg], node.annotation)
        elif isinstance(node, ast.AnnAssign):
            self._annotated(names_in(node.target), node.annotation)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._given(target, node.value)
        elif isinstance(node, ast.NamedExpr):
            self._given(node.target, node.value)
        elif isinstance(node, ast.For | ast.comprehension):
            self._walked(node.target, node.iter)

    def _annotated(self, names: list[str], annotation: ast.expr) -> None:
        if of_sets(annotation):
            self.names.update(names)
        elif holds_sets(annotation):
            self.holders.update(names)

    def _given(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, its_value in zip(target.elts, value.elts, strict=True):
                self._given(one, its_value)
        elif self.is_set(value):
            self.names.update(names_in(target))
        elif self.holds(value):
            self.holders.update(names_in(target))

    def _walked(self, target: ast.expr, over: ast.expr) -> None:
        """What goes through a container of sets is a set; of `items()` the second."""
        method = over.func.attr if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) else ""
        holder = over.func.value if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) else over
        if not self.holds(holder):
            return
        if method == "items" and isinstance(target, ast.Tuple):
            self.names.update(names_in(target.elts[-1]))
        elif method in ("", "values"):
            self.names.update(names_in(target))

    def is_set(self, node: ast.expr) -> bool:
        """Whether an expression is a set, as far as one can tell."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name():
                return node.id in self.names
            case ast.Attribute(value=ast.Name(id="self")) if node.attr in self.mine:
                return self.mine[node.attr]
            case ast.Attribute():
                return node.attr in self.fields
            case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                return any(self.is_set(side) or is_view(side) for side in (node.left, node.right))
            case ast.BoolOp():
                return any(map(self.is_set, node.values))
            case ast.IfExp():
                return self.is_set(node.body) or self.is_set(node.orelse)
            case ast.NamedExpr():
                return self.is_set(node.value)
            case ast.Subscript():
                return self.holds(node.value)
            case ast.Call():
                return self._makes_set(node)
        return False

    def _makes_set(self, node: ast.Call) -> bool:
        function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        if isinstance(function, ast.Name):
            return function.id in SETS or function.id in self.known.functions
        if not isinstance(function, ast.Attribute):
            return False
        if function.attr == "copy":
            return self.is_set(function.value)
        if function.attr in ("get", "pop", "setdefault"):
            return self.holds(function.value)
        return function.attr in MAKING | LISTING or function.attr in self.known.functions

    def holds(self, node: ast.expr) -> bool:
        """Whether an expression is a container of sets."""
        match node:
            case ast.Name() | ast.Attribute():
                return names_in(node)[0] in self.holders
            case ast.List() | ast.Tuple():
                return any(map(self.is_set, node.elts))
            case ast.ListComp() | ast.GeneratorExp():
                return self.is_set(node.elt)
            case ast.Dict():
                return any(map(self.is_set, node.values))
            case ast.DictComp():
                return self.is_set(node.value)
            case ast.Call():
                return names_in(node.func) == ["defaultdict"] and any(n in SETS for a in node.args for n in names_in(a))
        return False


def is_view(node: ast.expr) -> bool:
    """Whether an expression is a view of a dict, of which operators make sets."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "keys")


def own(scope: ast.AST) -> Iterator[ast.AST]:
    """What stands in a scope, not in those inside it; these themselves are given."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, SCOPES):
            yield from own(node)


def misuses(tree: ast.Module, known: Known) -> Iterator[ast.expr]:
    """The sets of a module that stand where their order may matter."""
    here = Known.of([tree])
    brought = [a.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for a in node.names]
    fields = known.fields.union(*here.classes.values(), *(known.classes.get(name, ()) for name in brought))
    scope = Scope(known._replace(takers=known.takers | here.takers), fields)
    scope.free.update(free_loops(tree))
    yield from misused_in(tree, scope)


def free_loops(tree: ast.Module) -> Iterator[ast.comprehension]:
    """The loops inside expressions whose order is lost at once."""
    for node in ast.walk(tree):
        if isinstance(node, ast.SetComp):
            yield from node.generators
        elif isinstance(node, ast.Call) and is_orderless(node):
            for given in node.args:
                yield from given.generators if isinstance(given, ast.GeneratorExp | ast.ListComp) else ()


def is_orderless(call: ast.Call) -> bool:
    """Whether a call gives the same whatever the order; of what is sorted by a key, equal keys stay as they came."""
    by_key = any(keyword.arg == "key" for keyword in call.keywords)
    return isinstance(call.func, ast.Name) and call.func.id in ORDERLESS and not by_key


def misused_in(node: ast.AST, scope: Scope, function: ast.AST | None = None) -> Iterator[ast.expr]:
    """The same for a part of a module, with the function around it."""
    if isinstance(node, SCOPES):
        scope = Scope(scope.known, scope.fields, scope)
        scope.learn(node)
        function = node if isinstance(node, FUNCTIONS) else function
    for child in ast.iter_child_nodes(node):
        read = isinstance(child, ast.expr) and isinstance(getattr(child, "ctx", ast.Load()), ast.Load)
        if read and scope.is_set(child) and not may_stand(child, node, scope, function):
            yield child
        yield from misused_in(child, scope, function)
    if isinstance(node, ast.Call):
        yield from (k.value for k in node.keywords if scope.is_set(k.value) and not may_be_given(node, k, scope))


def may_stand(node: ast.expr, place: ast.AST, scope: Scope, function: ast.AST | None) -> bool:
    """Whether a set may stand in a place: its order is not asked for, or the place is known to be a set itself."""
    match place:
        case ast.Compare() | ast.BoolOp() | ast.IfExp() | ast.NamedExpr() | ast.Expr() | ast.Match():
            return True
        case ast.BinOp() | ast.AugAssign():
            return isinstance(place.op, SET_OPERATORS)
        case ast.If() | ast.While() | ast.Assert():
            return True
        case ast.UnaryOp():
            return isinstance(place.op, ast.Not)
        case ast.comprehension():
            return node is not place.iter or place in scope.free
        case ast.Attribute():
            return place.attr in METHODS
        case ast.Assign():
            return not any(isinstance(target, ast.Tuple | ast.List) for target in place.targets)
        case ast.AnnAssign():
            return of_sets(place.annotation, ASKED_ONLY)
        case ast.Return():
            returns = function.returns if isinstance(function, FUNCTIONS) else None
            return returns is not None and of_sets(returns, ASKED_ONLY)
        case ast.Set() | ast.SetComp() | ast.List() | ast.Tuple() | ast.Dict() | ast.ListComp() | ast.DictComp():
            return True
        case ast.Call():
            return node is place.func or may_be_given(place, node, scope)
        case ast.keyword() | ast.Subscript():
            return True
        case ast.arguments():
            return may_be_default(place, node)
    return False


def may_be_given(call: ast.Call, given: ast.expr | ast.keyword, scope: Scope) -> bool:
    """Whether a set may be an argument: the function gives the same for any order, or says that it takes a set."""
    name = (names_in(call.func) or [""])[0]
    if is_orderless(call):
        return True
    if isinstance(call.func, ast.Attribute) and name in MAKING | COMPARING | CHANGING:
        return name not in CHANGING or scope.is_set(call.func.value)
    signatures = scope.known.takers.get(name, [])
    if isinstance(given, ast.keyword):
        return bool(signatures) and all((given.arg, True) in taken for taken in signatures)
    at = call.args.index(given)
    return bool(signatures) and all(at < len(taken) and taken[at][1] for taken in signatures)


def may_be_default(arguments: ast.arguments, default: ast.expr) -> bool:
    """Whether the argument that has this default is a set."""
    places = [*arguments.posonlyargs, *arguments.args]
    of = dict(zip(arguments.defaults, places[len(places) - len(arguments.defaults) :], strict=True))
    of.update((value, arg) for value, arg in zip(arguments.kw_defaults, arguments.kwonlyargs, strict=True) if value)
    annotation = of[default].annotation
    return annotation is not None and of_sets(annotation, ASKED_ONLY)
