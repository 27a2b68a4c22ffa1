import type { ActRow, TextRow } from './texts.queries.ts'

const nothing = { body: null, takenBack: false, visibleFrom: null, attachments: [], readBy: [] }

/** Texts and what happened between them, in the order of the thread. */
export function inOrder(texts: readonly TextRow[], acts: readonly ActRow[], personId: string) {
  const lines = [
    ...texts.map((text) => ({ at: [text.number, 0] as const, line: lineOfText(text, personId) })),
    ...acts.map((act, nth) => ({ at: [act.after, nth + 1] as const, line: lineOfAct(act, personId) })),
  ]
  return lines.toSorted((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]).map(({ line }) => line)
}

const lineOfText = (text: TextRow, personId: string) => ({
  id: text.id,
  lineKind: 'text' as const,
  number: text.number,
  at: text.sentAt,
  byName: text.authorName,
  toName: null,
  bySchool: text.bySchool,
  own: text.authorId === personId,
  body: text.body,
  takenBack: text.takenBack,
  visibleFrom: text.visibleFrom > text.sentAt ? text.visibleFrom : null,
  attachments: text.attachments,
  readBy: text.readBy,
})

const lineOfAct = ({ id, kind, byId, byName, toName, reason, after, at }: ActRow, personId: string) => ({
  ...nothing,
  id,
  lineKind: kind,
  number: after,
  at,
  byName,
  toName,
  bySchool: false,
  own: byId === personId,
  body: reason,
})
