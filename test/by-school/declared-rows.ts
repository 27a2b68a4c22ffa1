import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseAst } from 'vite'
import { type Source, sources } from '#test/house/architecture.ts'
import type { Answered } from './answered.ts'

type Column = { mayBeNull: boolean; mayBeAbsent: boolean }
type Columns = Map<string, Column>

/** A place where a statement is written, as its texts between values, with the row that is declared for it by hand. */
type Written = { place: string; parts: string[]; columns: Columns | null }

type Tree = Record<string, any>

/** The statements in these files that stand between backticks, with the columns of their rows where those can be known. */
export const writtenIn = (sources: Source[]): Written[] =>
  sources
    .filter(({ text }) => /\bsql(<|`)/.test(text))
    .flatMap(({ file, text }) => templatesIn(bodyOf(file, text)).map((one) => writtenAt(file, text, one)))

let ofServer: Written[] | undefined

/** The statements of the server; read once in a process. */
export const declaredByHand = () =>
  (ofServer ??= writtenIn(sources().filter(({ file }) => /^server\/.*(?<!\.test)\.ts$/.test(file))))

function templatesIn(node: unknown): Tree[] {
  if (Array.isArray(node)) return node.flatMap(templatesIn)
  if (!node || typeof node !== 'object') return []
  const within = Object.values(node).flatMap(templatesIn)
  const { type, tag } = node as Tree
  return type === 'TaggedTemplateExpression' && tag.name === 'sql' ? [node, ...within] : within
}

function writtenAt(file: string, text: string, { start, quasi, typeArguments }: Tree): Written {
  const [row] = typeArguments?.params ?? []
  return {
    place: `${file}:${text.slice(0, start).split('\n').length}`,
    parts: quasi.quasis.map(({ value }: Tree) => value.cooked),
    columns: row ? columnsOf(row, file) : null,
  }
}

/** The columns of a type of rows; null if they cannot be known from the code alone. */
function columnsOf(type: Tree, file: string): Columns | null {
  switch (type.type) {
    case 'TSTypeLiteral':
      return new Map(type.members.map((member: Tree) => columnOf(member, file)))
    case 'TSIntersectionType': {
      const parts: (Columns | null)[] = type.types.map((one: Tree) => columnsOf(one, file))
      return parts.includes(null) ? null : new Map(parts.flatMap((part) => [...part!]))
    }
    case 'TSIndexedAccessType': {
      const list = declared(type.objectType, file)
      return list?.type.type === 'TSArrayType' ? columnsOf(list.type.elementType, list.file) : null
    }
    case 'TSTypeReference':
      return columnsOfNamed(type, file)
    default:
      return null
  }
}

function columnsOfNamed(type: Tree, file: string): Columns | null {
  const [of, names] = type.typeArguments?.params ?? []
  const chosen = names && new Set((names.types ?? [names]).map(({ literal }: Tree) => literal?.value))
  const name = type.typeName.name
  if (name === 'Pick' || name === 'Omit') {
    const all = columnsOf(of, file)
    return all && new Map([...all].filter(([column]) => chosen.has(column) === (name === 'Pick')))
  }
  const found = of ? null : declared(type, file)
  return found && columnsOf(found.type, found.file)
}

function columnOf({ key, optional, typeAnnotation }: Tree, file: string): [string, Column] {
  return [key.name ?? key.value, { mayBeNull: mayBeNull(typeAnnotation.typeAnnotation, file), mayBeAbsent: optional }]
}

/** True also where it cannot be known. */
function mayBeNull(type: Tree, file: string): boolean {
  if (type.type === 'TSUnionType') return type.types.some((one: Tree) => mayBeNull(one, file))
  if (type.type === 'TSTypeReference') {
    const found = type.typeArguments ? null : declared(type, file)
    return found ? mayBeNull(found.type, found.file) : type.typeName.name !== 'Buffer'
  }
  return !/^TS(String|Number|Boolean)Keyword$|^TS(Array|TypeLiteral|LiteralType|TupleType)$/.test(type.type)
}

const trees = new Map<string, Tree[]>()

function bodyOf(file: string, text?: string): Tree[] {
  const body = trees.get(file) ?? parseAst(text ?? readFileSync(file, 'utf8'), { lang: 'ts' }).body
  trees.set(file, body)
  return body
}

/** The declaration of a named type, in its own file or in one that is imported by its path. */
function declared({ typeName }: Tree, file: string): { type: Tree; file: string } | null {
  if (!typeName?.name) return null
  for (const statement of bodyOf(file)) {
    const one = statement.declaration ?? statement
    if (one.type === 'TSTypeAliasDeclaration' && one.id.name === typeName.name && !one.typeParameters)
      return { type: one.typeAnnotation, file }
    if (one.type !== 'ImportDeclaration') continue
    const imported = one.specifiers.find(({ local }: Tree) => local.name === typeName.name)?.imported
    const path: string = one.source.value
    if (imported && /^[.#]/.test(path))
      return declared(
        { typeName: imported },
        path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path),
      )
  }
  return null
}

/** How rows differ from those that are declared for them, each place once; and how many declarations were compared. */
export function differences(written: Written[], answered: Answered[]) {
  const compared = new Set<string>()
  const found = new Set<string>()
  for (const answer of answered) {
    const place = placeOf(written, answer.text)
    if (!place?.columns || answer.names.length === 0) continue
    compared.add(place.place)
    for (const difference of differing(place.columns, answer)) found.add(`${place.place} ${difference}`)
  }
  return { compared: compared.size, declared: written.filter(({ columns }) => columns).length, found: [...found] }
}

function differing(columns: Columns, { names, nulls }: Answered): string[] {
  const missing = [...columns].filter(([name, { mayBeAbsent }]) => !mayBeAbsent && !names.includes(name))
  const others = names.filter((name) => !columns.has(name))
  const empty = [...nulls].filter((name) => columns.get(name)?.mayBeNull === false)
  return [
    ...missing.map(([name]) => `declares ${name}, which no column has`),
    ...others.map((name) => `does not declare ${name}`),
    ...empty.map((name) => `declares ${name} without null, and it was null`),
  ]
}

/** The place with the longest text of its own that the statement can come from. */
function placeOf(written: Written[], text: string): Written | null {
  let best: Written | null = null
  for (const one of written) if (canBe(one.parts, text) && lengthOf(one) > (best ? lengthOf(best) : 0)) best = one
  return best
}

const lengthOf = ({ parts }: Written) => parts.join('').length

/** Whether a text consists of these parts with anything between them. */
function canBe([first = '', ...rest]: string[], text: string): boolean {
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of rest) {
    const next = text.indexOf(part, at)
    if (next < 0) return false
    at = next + part.length
  }
  return at <= text.length - last.length
}
