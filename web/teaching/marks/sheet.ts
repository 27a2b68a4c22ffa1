import { createStore } from 'zustand/vanilla'
import { networkOr } from '#web/lib/later.ts'
import { type Rating, readMark, sameRating } from './reading.ts'

/**
 * A mark as the server has it. `version`: the version on which a change is based. `deliveredOn`: the day of delivery, only for
 * homework.
 */
export type Stored = Rating & { version: number; deliveredOn?: string | null }

/** The cell of a student in the grid. */
export type Cell = {
  stored: Stored
  /** The draft: a mark that was entered here and is not stored yet, and the version that it replaces. */
  draft: { rating: Rating; base: number } | null
  sending: boolean
  /** Why it is not stored: it cannot be read, the server refused it, or another person was faster. */
  problem: { typed: string; sentence: string } | { sentence: string } | { theirs: Stored } | null
  /** What last happened to it during this visit. */
  news: 'saved' | 'changedElsewhere' | null
}

export type Saving = { studentId: string; rating: Rating; base: number }

export type Outcome = { stored: Stored } | { theirs: Stored } | { sentence: string }

/** What the server has now, if it has an answer to a mark at all. */
function storedBy(outcome: Outcome) {
  if ('stored' in outcome) return outcome.stored
  return 'theirs' in outcome ? outcome.theirs : null
}

/**
 * Stores several marks with one key, so that sending them again is harmless. Returns an outcome for each, in order. 'later':
 * there was no answer. 'apart': they are stored all or none, and one of them is invalid. 'over': the person who entered them is
 * no longer the one who is signed in.
 */
export type Save = (marks: Saving[], key: string) => Promise<Outcome[] | 'later' | 'apart' | 'over'>

type Sheet = {
  cells: ReadonlyMap<string, Cell>
  fullMark: number
  isOffline: boolean
  /**
   * The current cell and what is being typed into it, null before the first key. `base`: the version that was shown at that
   * time.
   */
  typing: { id: string; text: string | null; base: number } | null
  /** The values before each action on this screen, for undo. A pasted column is one action. */
  steps: [string, Rating][][]
}

export type Marks = ReturnType<typeof marksOf>

/**
 * The marks of one work while they are entered. A draft is sent at once, with only one request at a time. So on a slow network,
 * the marks that are typed in the meantime are sent together. Marks that cannot be sent wait, and are sent again with the same
 * key.
 */
export function marksOf(rows: [string, Stored][], fullMark: number, save: Save, wait = networkOr) {
  const store = createStore<Sheet>(() => ({
    cells: new Map(rows.map(([id, stored]) => [id, cellOf(stored)])),
    fullMark,
    isOffline: false,
    typing: null,
    steps: [],
  }))
  const at = (id: string) => store.getState().cells.get(id)
  let isSending = false

  function change(id: string, changed: Partial<Cell>) {
    const cell = at(id)
    if (cell) store.setState(({ cells }) => ({ cells: new Map(cells).set(id, { ...cell, ...changed }) }))
  }

  const begin = (id: string) => store.setState({ typing: { id, text: null, base: at(id)?.stored.version ?? 0 } })

  const write = (text: string | null) => store.setState(({ typing }) => ({ typing: typing && { ...typing, text } }))

  /** Accepts what was typed. Returns whether it can be read. */
  function commit(): boolean {
    const { typing } = store.getState()
    if (!typing || typing.text === null) return true
    write(null)
    remember([typing.id])
    return type(typing.id, typing.text, typing.base)
  }

  /** Enters several marks at once, such as a pasted column. It is one action for undo. */
  function enter(typed: [string, string][]) {
    write(null)
    remember(typed.map(([id]) => id))
    for (const [id, text] of typed) type(id, text)
  }

  function remember(ids: string[]) {
    const step = ids.flatMap((id) => (at(id) ? [[id, ratingOf(at(id)!)] as [string, Rating]] : []))
    if (step.length > 0) store.setState(({ steps }) => ({ steps: [...steps.slice(-99), step] }))
  }

  /** Restores the values before the last action. */
  function undo() {
    const { steps } = store.getState()
    store.setState({ steps: steps.slice(0, -1) })
    for (const [id, { result, tookPart }] of steps.at(-1) ?? []) say(id, { result, tookPart })
  }

  /** Discards what is being typed, otherwise what could not be stored. */
  function restore() {
    const { typing } = store.getState()
    if (!typing) return
    if (typing.text === null && at(typing.id)?.problem) giveUp(typing.id)
    write(null)
  }

  function type(id: string, typed: string, base = at(id)?.stored.version ?? 0): boolean {
    const read = readMark(typed, store.getState().fullMark)
    if ('rating' in read) say(id, read.rating, base)
    else change(id, { draft: null, problem: { typed, ...read } })
    return 'rating' in read
  }

  function say(id: string, rating: Rating, base = at(id)?.stored.version ?? 0) {
    const cell = at(id)
    if (!cell) return
    const { stored, draft, problem } = cell
    if (!draft && sameRating(rating, stored)) return change(id, { problem: null })
    if (draft && !problem && sameRating(rating, draft.rating)) return
    // A person who resolves a conflict has seen what the other person stored.
    const theirs = problem && 'theirs' in problem ? problem.theirs : null
    change(id, { draft: { rating, base: theirs?.version ?? draft?.base ?? base }, problem: null, news: null })
    void sendAll()
  }

  async function sendAll() {
    if (isSending) return
    isSending = true
    await Promise.resolve() // A pasted column is sent together.
    for (;;) {
      const ids = [...store.getState().cells].flatMap(([id, { draft, problem }]) => (draft && !problem ? [id] : []))
      if (ids.length === 0) break
      await send(ids.slice(0, atOnce))
    }
    isSending = false
  }

  async function send(ids: string[]) {
    const marks = ids.map((studentId) => ({ studentId, ...at(studentId)!.draft! }))
    const key = crypto.randomUUID()
    for (const id of ids) change(id, { sending: true })
    let outcomes = await save(marks, key)
    for (let failures = 0; outcomes === 'later'; failures++) {
      store.setState({ isOffline: true })
      await wait(failures)
      outcomes = await save(marks, key)
    }
    store.setState({ isOffline: false })
    for (const id of ids) change(id, { sending: false, ...(outcomes === 'over' && { draft: null }) })
    if (outcomes === 'over') return
    if (outcomes === 'apart') for (const id of ids) await send([id])
    else for (const [i, mark] of marks.entries()) settle(mark, outcomes[i]!)
  }

  function settle({ studentId, rating, base }: Saving, outcome: Outcome) {
    const draft = at(studentId)?.draft
    const isLast = draft?.base === base && sameRating(draft.rating, rating)
    const stored = storedBy(outcome)
    if (!stored || ('theirs' in outcome && !sameRating(stored, draft?.rating ?? rating)))
      return change(studentId, { problem: outcome as Exclude<Outcome, { stored: Stored }> })
    // What the person types on in the same cell is made from it: it is their own.
    const { typing } = store.getState()
    if (typing?.id === studentId && typing.base >= base && 'stored' in outcome)
      store.setState({ typing: { ...typing, base: stored.version } })
    // A draft entered during the request is a change of what has just been stored.
    const left = draft && !isLast && !sameRating(stored, draft.rating) ? { ...draft, base: stored.version } : null
    change(studentId, { stored, draft: left, news: left ? null : 'saved' })
  }

  /** Applies the server's current marks, but not over drafts. Added students appear, removed ones disappear. */
  function receive(now: [string, Stored][], full = fullMark) {
    const before = store.getState().cells
    const cells = new Map(now.map(([id, stored]) => [id, updated(before.get(id), stored)]))
    for (const [id, cell] of before) if (!cells.has(id) && isUnsaved(cell)) cells.set(id, cell)
    store.setState({ cells, fullMark: full })
  }

  /** Accepts a result that was stored for one student outside the grid, unless the grid has a newer one. */
  function take(id: string, stored: Stored) {
    const cell = at(id)
    if (cell) change(id, updated(cell, stored, 'saved'))
  }

  /** Keeps this person's mark in a cell that two people changed. */
  function keepMine(id: string) {
    const draft = at(id)?.draft
    if (draft) say(id, draft.rating)
  }

  /** Takes the stored mark and drops the draft. */
  function giveUp(id: string) {
    const problem = at(id)?.problem
    const theirs = problem && 'theirs' in problem && { stored: problem.theirs }
    if (problem) change(id, { ...theirs, draft: null, problem: null })
  }

  /** Whether this version of a student's mark is already known here. */
  const knows = (id: string, version: number) => {
    const cell = at(id)
    return cell !== undefined && (cell.sending || cell.stored.version >= version)
  }

  return { store, knows, begin, write, commit, enter, undo, restore, type, receive, take, keepMine, giveUp }
}

/** Whether a cell has a value that the server does not have. */
export const isUnsaved = ({ draft, problem }: Cell) => draft !== null || problem !== null

/** The current value of the cell, stored or not. */
export const ratingOf = ({ draft, stored }: Cell): Rating => draft?.rating ?? stored

const atOnce = 200

const cellOf = (stored: Stored): Cell => ({ stored, draft: null, sending: false, problem: null, news: null })

function updated(cell: Cell | undefined, stored: Stored, news?: 'saved'): Cell {
  if (!cell) return cellOf(stored)
  // An answer may be older than what has been stored since the request.
  if (stored.version <= cell.stored.version || cell.draft) return cell
  return { ...cell, stored, news: news ?? (sameRating(stored, cell.stored) ? cell.news : 'changedElsewhere') }
}
