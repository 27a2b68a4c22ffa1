import { recordProposals } from '#contract/people/official-records/proposals.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { toast } from '#web/ui/toast.ts'
import { type NarrowedTo, type RecordProposal, within } from './proposal-words.ts'

type Props = { proposals: readonly RecordProposal[]; narrowed: NarrowedTo; onChange: (to: NarrowedTo) => void }

/** Narrows the proposals that wait to a field and a class, and accepts all of them at once. */
export function ProposalFilter({ proposals, narrowed, onChange }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: decide } = useWrite(recordProposals.decide)
  const shown = within(proposals, narrowed)
  const fields = [...new Set(proposals.map(({ field }) => field))]
  const classes = new Map(proposals.map(({ classRoomId, classRoomName }) => [classRoomId, classRoomName]))

  /** One after the other, because each is decided by itself and may be refused. */
  async function acceptAll() {
    let accepted = 0
    let refusal: string | null = null
    for (const { id, studentId } of shown)
      await decide({ studentId, proposalId: id, accept: true }).then(
        () => accepted++,
        (problem: unknown) => (refusal ??= sentenceFrom(problem)),
      )
    void stale(officialRecords.get)
    const left = shown.length - accepted
    const what = t('corrections.allAccepted', { count: accepted })
    toast({ title: left === 0 ? what : `${what} ${t('corrections.notAccepted', { count: left })} ${refusal}` })
  }

  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <Dropdown
        chip
        words
        label={t('corrections.field')}
        items={[
          { value: '', label: t('corrections.anyField') },
          ...fields.map((value) => ({ value, label: t(`settings.record.${value}`) })),
        ]}
        value={narrowed.field}
        onChange={(field) => onChange({ ...narrowed, field })}
      />
      <Dropdown
        chip
        label={t('corrections.classRoom')}
        items={[
          { value: '', label: t('corrections.anyClass') },
          ...[...classes].map(([value, label]) => ({ value, label })),
        ]}
        value={narrowed.classRoomId}
        onChange={(classRoomId) => onChange({ ...narrowed, classRoomId })}
      />
      {shown.length > 1 && (
        <AskFirst
          title={t('corrections.acceptAllAsk', { count: shown.length })}
          description={t('corrections.acceptAllMeans')}
          submit={t('corrections.accept')}
          run={acceptAll}
        >
          {(ask, busy) => (
            <Button disabled={busy} onClick={ask}>
              {t('corrections.acceptAll', { count: shown.length })}
            </Button>
          )}
        </AskFirst>
      )}
    </div>
  )
}
