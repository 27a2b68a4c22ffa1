import { type ReactNode, useState } from 'react'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { stale } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { differingLines, isSame, type UnsavedEdit } from '#web/records/unsaved-edit.ts'
import { Button } from '#web/ui/Button.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { TwoVersions } from '#web/ui/TwoVersions.tsx'

type Props<Line> = {
  title: string
  lead: string
  draft: TypedLines<Line>
  inWords: (line: Line) => string
  save: (lines: Line[]) => Promise<unknown>
  children: ReactNode
}

/**
 * A part of the calendar that is stored as a whole. Changes that other people store in the meantime are shown next to what is
 * being typed.
 */
export function SettingCard<Line>({ title, lead, draft, inWords, save, children }: Props<Line>) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { lines, newer, drop, restored, discard } = draft
  const store = async () => {
    await save(lines)
    drop()
  }
  const press = () => {
    setBusy(true)
    store()
      .catch((error: unknown) => {
        toastRefusal(error)
        void stale(calendar.year) // The obstacle may be something that another person stored.
      })
      .finally(() => setBusy(false))
  }
  return (
    <section className="rounded-card border border-line bg-surface p-5 print:hidden">
      <h2 className="text-lg">{title}</h2>
      <p className="mb-4 text-sm text-muted">{lead}</p>
      {restored && (
        <div className="mb-4">
          <Restored onDiscard={discard} />
        </div>
      )}
      {newer && (
        <TwoVersions
          differences={[{ label: title, ...differingLines(lines, newer, inWords) }]}
          onMine={store}
          onTheirs={drop}
        />
      )}
      <div className="space-y-4">{children}</div>
      <div className="mt-5 flex justify-end">
        <Button disabled={busy || newer !== null} onClick={press}>
          {t('common.save')}
        </Button>
      </div>
    </section>
  )
}

/** The lines of a part as they are being typed, or the stored ones if nothing was typed. */
export type TypedLines<Line> = {
  lines: Line[]
  type: (lines: Line[]) => void
  drop: () => void
  isTyped: boolean
  newer: Line[] | null
  /** Whether they are those of a page that was left. */
  restored: boolean
  discard: () => void
}

export function useLines<Line>({ began, newer, isTyped, onTyped, draft }: UnsavedEdit<Line[]>): TypedLines<Line> {
  const [typed, setTyped] = useState(draft.restored as Line[] | null)
  return {
    lines: isTyped && typed ? typed : began,
    type: (lines) => {
      const differs = !isSame(lines, began)
      setTyped(lines)
      onTyped(differs)
      if (differs) draft.keep(lines)
    },
    drop: () => onTyped(false),
    isTyped,
    newer,
    restored: draft.restored !== null,
    discard: draft.discard,
  }
}
