import { lazy, useState } from 'react'
import { recordProposals } from '#contract/people/official-records/proposals.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { stale, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { part } from '#web/ui/part.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { useProposalUndo } from './proposal-decisions.ts'
import { type RecordProposal, valueInWords } from './proposal-words.ts'

const RefuseProposal = lazy(part(async () => (await import('./RefuseProposal.tsx')).RefuseProposal))

/** What the record says beside what a parent proposes, and what other parents propose for the same field. */
export function ProposalToDecide({ proposal, timeZone }: { proposal: RecordProposal; timeZone: string }) {
  const { t, language } = useTranslation()
  const { mutateAsync: decide, isPending } = useWrite(recordProposals.decide)
  const { offerUndo, busy } = useProposalUndo()
  const [refusing, setRefusing] = useState(false)
  const { id, studentId, field, present, value, numberKind, note, others } = proposal
  const words = (text: string) => valueInWords(t, language, field, text)
  const accept = () =>
    void decide({ studentId, proposalId: id, accept: true })
      .then(() => {
        void stale(officialRecords.get)
        offerUndo(proposal)(t('corrections.accepted'))
      })
      .catch(toastRefusal)
  return (
    <div className="space-y-3">
      <h3 className="text-base">{t(`settings.record.${field}`)}</h3>
      <dl className="grid gap-3 sm:grid-cols-2">
        <Side label={t('corrections.now')} value={present === null ? t('corrections.missing') : words(present)} />
        <Side
          isNew
          label={numberKind ? t(`reference.numberKinds.${numberKind}`) : t('corrections.proposed')}
          value={words(value)}
        />
      </dl>
      {note && (
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">
          <Bdi>{note}</Bdi>
        </p>
      )}
      {others.map((other) => (
        <p key={other.name + other.value} className="text-sm text-wait [overflow-wrap:anywhere]">
          {t('corrections.alsoProposed')} <Bdi>{other.name}</Bdi>: <Bdi>{words(other.value)}</Bdi>
        </p>
      ))}
      <p className="text-sm text-muted">
        <Bdi>{proposal.askedByName}</Bdi>
        {proposal.askedByRelation && ` (${relationName(t, proposal.askedByRelation)})`} ·{' '}
        <Moment at={proposal.askedAt} timeZone={timeZone} />
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button data-does="refuse" disabled={isPending || busy} onClick={() => setRefusing(true)}>
          {t('corrections.refuse')}
        </Button>
        <Button data-does="accept" tone="primary" disabled={isPending || busy} onClick={accept}>
          {t('corrections.accept')}
        </Button>
      </div>
      {refusing && (
        <LazyPart onClose={() => setRefusing(false)}>
          <RefuseProposal proposal={proposal} offerUndo={offerUndo(proposal)} onClose={() => setRefusing(false)} />
        </LazyPart>
      )}
    </div>
  )
}

const Side = ({ label, value, isNew = false }: { label: string; value: string; isNew?: boolean }) => (
  <div className={isNew ? 'rounded-field bg-soft px-4 py-2' : 'rounded-field border border-line px-4 py-2'}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="whitespace-pre-line font-semibold [overflow-wrap:anywhere]">
      <Bdi>{value}</Bdi>
    </dd>
  </div>
)
