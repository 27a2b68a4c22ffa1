import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { remarks } from '#contract/results/results/remarks.ts'
import { putAnswer } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import { isToChoose } from './bank-texts.ts'
import { type OnAway, storedUntilAnswered, useStoredWhenLeft, useStoring } from './storing.ts'

export type RemarkPlace = { classRoomId: string; courseId?: string; termId: string; language: 'ar' | 'en' }
export type RemarksRead = OutputOf<typeof remarks.ofClass>

type Draft = { body: string; baseVersion: number }
type Typed = { drafts: [string, Draft][] }

/** The most remarks of one call. */
const atOnce = 60

/**
 * Remarks that are typed, by student. Each is stored by itself once its field is left; what was restored or pasted, or somebody else has
 * changed meanwhile, waits for the person.
 */
export function useRemarkDrafts(data: RemarksRead, place: RemarkPlace) {
  const kept = useEditorDraft<Typed>(`remarks ${Object.values(place).join(' ')}`)
  const stored = storedIn(data)
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(
    () => new Map(kept.restored?.drafts.filter(([id]) => stored.has(id))),
  )
  const [typing, setTyping] = useState<string | null>(null)
  const [asked, setAsked] = useState<'restored' | 'pasted' | null>(drafts.size > 0 ? 'restored' : null)
  const isAsked = asked !== null
  useKeeping(kept, drafts.size > 0 ? { drafts: [...drafts] } : null)
  const isMeanwhile = (id: string) => (drafts.get(id)?.baseVersion ?? 0) !== (stored.get(id)?.version ?? 0)
  const storable = new Map([...drafts].filter(([id, { body }]) => !isMeanwhile(id) && !isToChoose(body)))
  const ready = new Map([...storable].filter(([id]) => id !== typing))

  async function store(all: ReadonlyMap<string, Draft>, onAway: OnAway) {
    for (const part of partsOf([...all])) {
      const answer = await sent(place, part, onAway)
      setDrafts((before) => withoutStored(before, new Map(part), storedIn(answer)))
    }
  }

  const { state, isRefused, again } = useStoring({
    ready,
    sign: JSON.stringify([...ready]),
    of: remarks.ofClass,
    isAsked,
    store,
  })
  useStoredWhenLeft(() => {
    if (isAsked || state !== 'idle' || storable.size === 0) return
    void store(storable, () => {}).then(() => storable.size === drafts.size && kept.drop(), toastRefusal)
  })
  const cancel = useDiscarding(kept, () => {
    setDrafts(new Map())
    setAsked(null)
  })
  const set = (id: string, draft: Draft | null) =>
    setDrafts((before) => {
      const next = new Map(before)
      if (draft === null) next.delete(id)
      else next.set(id, draft)
      return next
    })

  return {
    restored: kept.restored !== null && asked !== 'pasted' && drafts.size > 0,
    count: drafts.size,
    isSending: state === 'sending',
    isAway: state === 'away',
    mustSay: isAsked || isRefused,
    isLost: drafts.size > storable.size || (drafts.size > 0 && (isAsked || isRefused || state === 'away')),
    isMeanwhile: (id: string) => drafts.has(id) && isMeanwhile(id),
    textOf: (id: string) => drafts.get(id)?.body ?? stored.get(id)?.body ?? '',
    onTyping: setTyping,
    put: (id: string, body: string) => {
      // What was pasted is stored when the person says so, whatever is typed into it.
      setAsked((before) => (before === 'pasted' && drafts.size > 0 ? before : null))
      const { version = 0, body: was = '' } = stored.get(id) ?? {}
      set(id, body === was ? null : { body, baseVersion: drafts.get(id)?.baseVersion ?? version })
    },
    keepMine: (id: string) => set(id, { body: drafts.get(id)!.body, baseVersion: stored.get(id)?.version ?? 0 }),
    takeTheirs: (id: string) => set(id, null),
    /** Puts pasted texts into their fields; nothing is stored before the person says so. */
    take: (pasted: readonly { studentId: string; body: string }[]) => {
      const changed = pasted.flatMap(({ studentId, body }): [string, Draft][] => {
        const { version = 0, body: was = '' } = stored.get(studentId) ?? {}
        return body === was ? [] : [[studentId, { body, baseVersion: version }]]
      })
      if (changed.length > 0) setAsked('pasted')
      setDrafts((before) => new Map([...before, ...changed]))
    },
    /** Whether pasted texts wait. */
    isPasted: asked === 'pasted' && drafts.size > 0,
    save: () => {
      setAsked(null)
      again()
    },
    cancel,
  }
}

const partsOf = (all: readonly [string, Draft][]) =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, nth) => all.slice(nth * atOnce, (nth + 1) * atOnce))

async function sent(place: RemarkPlace, part: readonly [string, Draft][], onAway: OnAway) {
  const written = part.map(([studentId, { body, baseVersion }]) => ({ studentId, body, baseVersion }))
  const answer = await storedUntilAnswered(remarks.save, { ...place, remarks: written }, onAway)
  void queryClient.invalidateQueries({ refetchType: 'none' })
  putAnswer(remarks.ofClass, place, answer)
  return answer
}

/** What was typed on while its draft was stored is a change of what is stored now. */
const withoutStored = (
  before: ReadonlyMap<string, Draft>,
  gone: ReadonlyMap<string, Draft>,
  now: ReturnType<typeof storedIn>,
) =>
  new Map(
    [...before].flatMap(([id, draft]) => {
      const one = gone.get(id)
      if (one?.body === draft.body) return []
      return [[id, one ? { ...draft, baseVersion: now.get(id)?.version ?? 0 } : draft] as const]
    }),
  )

const storedIn = ({ students }: RemarksRead) =>
  new Map(
    students.map(({ studentId, remark }) => [studentId, { body: remark?.body ?? '', version: remark?.version ?? 0 }]),
  )
