import { parse } from 'libpg-query'

/** A table of schools whose rows a statement finds without the school: by these other columns. */
export type Unnamed = { table: string; by: string[]; is: 'alone' | 'joined' | 'joined by school' | 'conflict' }

type Tree = Record<string, any>

/**
 * An element of "from" that has a school: a table, or the result of another select. Elements with the same school are united.
 */
type Source = { table: string | null; above: Source | null; isNamed: boolean; beside: boolean; by: Set<string> }
type Scope = { sources: Map<string, Source | null>; parts: Map<string, Source | null>; outer: Scope | null }

/**
 * Finds the tables of schools whose rows a statement finds without their school. Keys that contain the school are known by
 * name.
 */
export async function unnamedIn(
  text: string,
  hasSchool: (table: string) => boolean,
  isKeyOfSchool: (constraint: string) => boolean,
): Promise<Unnamed[]> {
  const tables: Source[] = []
  const conflicts: Unnamed[] = []
  const { stmts } = (await parse(text)) as unknown as { stmts: { stmt: Tree }[] }
  for (const { stmt } of stmts) query(stmt, null)
  return [...conflicts, ...tables.flatMap(unnamed)]

  function unnamed(source: Source): Unnamed[] {
    const root = rootOf(source)
    if (root.isNamed) return []
    const isUnited = tables.some((other) => other !== source && rootOf(other) === root)
    const apart = source.beside ? 'joined' : 'alone'
    return [{ table: source.table!, by: [...source.by].toSorted(), is: isUnited ? 'joined by school' : apart }]
  }

  /** The school column in the result of a statement. */
  function query(statement: Tree, outer: Scope | null): Source | null {
    const [kind, node] = Object.entries(statement)[0] as [string, Tree]
    const scope: Scope = { sources: new Map(), parts: new Map(), outer }
    for (const { CommonTableExpr: part } of node.withClause?.ctes ?? [])
      scope.parts.set(part.ctename, query(part.ctequery, scope))
    if (node.op && node.op !== 'SETOP_NONE') {
      const [left, right] = [node.larg, node.rarg].map((half: Tree) => query({ SelectStmt: half }, scope))
      if (left && right) unite(left, right)
      return left ?? right ?? null
    }
    const conditions: Tree[] = []
    if (node.relation) from({ RangeVar: node.relation }, scope, conditions, kind === 'InsertStmt')
    for (const one of [...(node.fromClause ?? []), ...(node.usingClause ?? [])]) from(one, scope, conditions)
    const own = [...scope.sources.values()].filter((source) => source?.table)
    for (const source of own) source!.beside = own.length > 1 || source!.beside || tablesAround(outer)
    for (const one of [...conditions, ...(node.whereClause ? [node.whereClause] : [])]) condition(one, scope)
    for (const key of ['targetList', 'selectStmt', 'valuesLists', 'havingClause', 'sortClause', 'returningClause'])
      inside(node[key], scope)
    if (node.onConflictClause) conflict(node.relation.relname, node.onConflictClause, scope)
    return answered(node.targetList ?? [], scope) ?? (node.valuesLists ? named() : null)
  }

  function conflict(table: string, { infer, ...rest }: Tree, scope: Scope) {
    const columns = (infer?.indexElems ?? []).map(({ IndexElem }: Tree) => IndexElem.name)
    const isNamed = infer?.conname ? isKeyOfSchool(infer.conname) : columns.includes('school_id')
    if (hasSchool(table) && infer && !isNamed) conflicts.push({ table, by: columns, is: 'conflict' })
    inside(rest, scope)
  }

  function from(one: Tree, scope: Scope, conditions: Tree[], isInserted = false) {
    const { RangeVar: table, JoinExpr: join, RangeSubselect: select, RangeFunction: call } = one
    if (table) {
      const alias = table.alias?.aliasname ?? table.relname
      const part = table.schemaname ? undefined : partNamed(table.relname, scope)
      scope.sources.set(alias, part === undefined ? sourceOf(table.relname, isInserted) : part)
    } else if (join) {
      from(join.larg, scope, conditions)
      const before = [...scope.sources.values()]
      from(join.rarg, scope, conditions)
      const isUsed = (join.usingClause ?? []).some(({ String: name }: Tree) => name.sval === 'school_id')
      const [left, right] = [before, [...scope.sources.values()].slice(before.length)].map((all) => all.find(Boolean))
      if (isUsed && left && right) unite(left, right)
      if (join.quals) conditions.push(join.quals)
    } else if (select) scope.sources.set(select.alias?.aliasname ?? '', query(select.subquery, scope))
    else if (call) {
      inside(call.functions, scope)
      const columns = JSON.stringify([call.alias?.colnames, call.coldeflist])
      scope.sources.set(call.alias?.aliasname ?? '', columns.includes('"school_id"') ? named() : null)
    }
  }

  function sourceOf(table: string, isInserted: boolean): Source | null {
    if (table !== 'schools' && !hasSchool(table)) return null
    const source: Source = { table, above: null, isNamed: isInserted, beside: false, by: new Set() }
    if (table !== 'schools') tables.push(source)
    return source
  }

  function condition(node: Tree, scope: Scope): void {
    const { BoolExpr: all, A_Expr: compared, SubLink: link } = node
    if (all?.boolop === 'AND_EXPR') for (const one of all.args) condition(one, scope)
    else if (compared && /_OP$|_ANY$|_IN$/.test(compared.kind) && compared.name[0].String.sval === '=')
      equal(compared.lexpr, compared.rexpr, scope)
    else if (link?.subLinkType === 'ANY_SUBLINK') {
      const found = query(link.subselect, scope)
      for (const column of columnsOf(link.testexpr)) sameSchool(column, schoolIn(column, scope) && found, scope)
    } else inside(node, scope)
  }

  function equal(left: Tree, right: Tree, scope: Scope) {
    const [lefts, rights] = [columnsOf(left), columnsOf(right)]
    if (lefts.length === rights.length) lefts.forEach((one, nth) => sameSchool(one, rights[nth]!, scope))
    inside(left, scope)
    inside(right, scope)
  }

  function sameSchool(one: Tree, other: Tree | Source | null, scope: Scope) {
    note(one, scope)
    if (!other) return
    if (!('isNamed' in other)) note(other, scope)
    const isSource = 'isNamed' in other
    const [left, right] = [schoolIn(one, scope), isSource ? (other as Source) : schoolIn(other, scope)]
    if (left && right) unite(left, right)
    else if (left ?? right) rootOf((left ?? right)!).isNamed = true
  }

  /** All selects within an expression. */
  function inside(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) for (const one of node) inside(one, scope)
    else if (node && typeof node === 'object')
      for (const [key, value] of Object.entries(node))
        if (key === 'SelectStmt') query({ SelectStmt: value as Tree }, scope)
        else if (key === 'SubLink' && value.subLinkType === 'ANY_SUBLINK') condition({ SubLink: value }, scope)
        else inside(value, scope)
  }
}

/** Records the columns by which a table is found. */
function note(node: Tree, scope: Scope): void {
  if (node.TypeCast) return note(node.TypeCast.arg, scope)
  const fields: string[] = node.ColumnRef?.fields.map(({ String: name }: Tree) => name?.sval ?? '*') ?? []
  const [alias, column] = fields.length > 1 ? [fields.at(-2)!, fields.at(-1)!] : [null, fields[0]]
  if (!column) return
  const only = scope.sources.size === 1 ? [...scope.sources.values()][0] : null
  const source = alias ? anyOfAlias(alias, scope) : only
  source?.by.add(column)
}

const anyOfAlias = (alias: string, scope: Scope | null): Source | null =>
  scope && (scope.sources.has(alias) ? scope.sources.get(alias)! : anyOfAlias(alias, scope.outer))

const named = (): Source => ({ table: null, above: null, isNamed: true, beside: false, by: new Set() })

const rootOf = (source: Source): Source => (source.above ? rootOf(source.above) : source)

function unite(one: Source, other: Source) {
  const [root, under] = [rootOf(one), rootOf(other)]
  if (root === under) return
  under.above = root
  root.isNamed ||= under.isNamed
}

const columnsOf = (node: Tree): Tree[] => node.RowExpr?.args ?? [node]

const tablesAround = (scope: Scope | null): boolean =>
  scope !== null && ([...scope.sources.values()].some((source) => source?.table) || tablesAround(scope.outer))

function partNamed(name: string, scope: Scope | null): Source | null | undefined {
  if (!scope) return undefined
  return scope.parts.has(name) ? scope.parts.get(name) : partNamed(name, scope.outer)
}

/** The source whose school an expression is. */
function schoolIn(node: Tree, scope: Scope): Source | null {
  if (node.TypeCast) return schoolIn(node.TypeCast.arg, scope)
  const fields: string[] | undefined = node.ColumnRef?.fields.map(({ String: name }: Tree) => name?.sval ?? '*')
  if (!fields) return null
  const [alias, column] = fields.length > 1 ? [fields.at(-2)!, fields.at(-1)!] : [null, fields[0]!]
  if (alias) return ofAlias(alias, column, scope)
  return column === 'school_id' ? nearest(scope) : null
}

function ofAlias(alias: string, column: string, scope: Scope | null): Source | null {
  if (!scope) return null
  const source = scope.sources.get(alias)
  if (source === undefined) return ofAlias(alias, column, scope.outer)
  return column === (source?.table === 'schools' ? 'id' : 'school_id') ? source : null
}

const nearest = (scope: Scope | null): Source | null =>
  scope && ([...scope.sources.values()].find((source) => source && source.table !== 'schools') ?? nearest(scope.outer))

/** The school in the result of a select: its column with that name, or an expression for it. */
function answered(targets: Tree[], scope: Scope): Source | null {
  for (const { ResTarget: target } of targets) {
    const fields = target.val?.ColumnRef?.fields
    const last = fields?.at(-1)
    if (last?.A_Star) {
      const source = fields.length > 1 ? ofAlias(fields[0].String.sval, 'school_id', scope) : nearest(scope)
      if (source) return source
    } else if ((target.name ?? last?.String?.sval) === 'school_id') return schoolIn(target.val, scope) ?? named()
  }
  return null
}
