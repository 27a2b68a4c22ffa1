import { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { leavers, type PlannedPapers, type PrintedKind } from './planned.ts'

type ClassProps = {
  planned: PlannedPapers
  rooms: OutputOf<typeof classes.list>
  value: string | null
  onChange: (id: string) => void
}

/** The class whose students get a paper, or those who left, where the paper is for them too. */
export function ClassOfPapers({ planned: { hasLeavers, ofClass }, rooms, value, onChange }: ClassProps) {
  const { t } = useTranslation()
  return (
    <Dropdown
      label={t('papers.class')}
      placeholder={t('papers.chooseClass')}
      items={[
        ...(hasLeavers ? [{ value: leavers, label: t('papers.leavers') }] : []),
        ...rooms.map((room) => ({ value: room.id, label: nameOfClass(room) })),
      ]}
      value={hasLeavers ? value : ofClass}
      onChange={onChange}
    />
  )
}

type TermProps = { planned: PlannedPapers; kind: PrintedKind; onChange: (id: string) => void }

/** The term of a report card, or the year of a card of the year; nothing for papers of no term. */
export function TermOfPapers({ planned: { isOfTerm, terms, listed, term }, kind, onChange }: TermProps) {
  const { t } = useTranslation()
  if (!isOfTerm || !terms || terms.length === 0) return null
  return (
    <Dropdown
      label={t(kind === 'yearCard' ? 'papers.year' : 'papers.term')}
      items={listed.map((one) => ({
        value: one.termId,
        label: kind === 'yearCard' ? one.yearName : `${one.termName} · ${one.yearName}`,
      }))}
      value={term?.termId ?? null}
      onChange={onChange}
    />
  )
}
