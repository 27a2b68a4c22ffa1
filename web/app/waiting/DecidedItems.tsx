import { conduct as conductContract } from '#contract/teaching/conduct/conduct.ts'
import { removals } from '#contract/overviews/removals/removals.ts'
import { waiting } from '#contract/overviews/waiting/waiting.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useProposalUndo } from '#web/people/official-records/proposal-decisions.ts'
import { useExcuseDecisions, useStepDecisions } from '#web/teaching/absence/deciding.ts'
import { waitingPlaces } from '#web/overviews/home/waiting-places.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { decisionOf } from './decisions.ts'
import { aboutOf, type QueueItem, type QueueKind, nameOf } from './items.ts'

/** What was decided in the last days: how, by whom and when; with the way back where there is one. */
export function DecidedItems({ school, kind }: { school: OwnSchool; kind: QueueKind | undefined }) {
  const { t } = useTranslation()
  const list = useList(waiting.list, { schoolId: school.id, decided: true, ...(kind && { kind }) })
  return (
    <ListStates list={list} empty={<Empty sentence={t('waiting.noneDecided')} />}>
      {(rows) => (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {rows.map((item) => (
            <DecidedLine key={item.id} item={item} timeZone={school.timeZone} />
          ))}
        </ul>
      )}
    </ListStates>
  )
}

function DecidedLine({ item, timeZone }: { item: QueueItem; timeZone: string }) {
  const { t } = useTranslation()
  const { Icon } = waitingPlaces[item.kind]
  const { status, word, byName } = decisionOf(item)
  const reason =
    item.excuse?.reason ??
    item.step?.handledNote ??
    item.conduct?.withdrawnReason ??
    item.proposal?.reason ??
    item.payment?.rejectReason
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <span className="font-medium">
            <Bdi>{nameOf(t, item)}</Bdi>
          </span>{' '}
          <span className="text-sm text-muted">{aboutOf(t, item)}</span>
        </p>
        <p className="text-sm text-muted">
          {byName && (
            <>
              <Bdi>{byName}</Bdi> ·{' '}
            </>
          )}
          <Moment at={item.at} timeZone={timeZone} />
          {reason && (
            <>
              {' · '}
              <Bdi>{reason}</Bdi>
            </>
          )}
        </p>
      </div>
      <StatusBadge status={status} word={t(`waiting.outcome.${word}`)} />
      <Back item={item} />
    </li>
  )
}

/** Takes the decision back, or opens the place where everything about it stands. */
function Back({ item }: { item: QueueItem }) {
  const { t } = useTranslation()
  const { undo, busy } = useExcuseDecisions()
  const { reopen, busy: isReopening } = useStepDecisions()
  const { undo: undoProposal, busy: isTakingBack } = useProposalUndo()
  const putBack = useChange(removals.putBack)
  const mayDecide = useMay(conductContract.decide)
  const { kind, excuse, step, conduct, proposal } = item
  const again = ({ schoolId, id }: { schoolId: string; id: string }) =>
    void putBack({ schoolId, kind: 'conduct', ids: [id] })
      .then(() => toast({ title: t('removals.isBack') }))
      .catch(toastRefusal)
  if (excuse) return <Undo busy={busy} run={() => undo(excuse)} />
  if (step) return <Undo busy={isReopening} run={() => reopen(step)} />
  if (proposal && (proposal.accepted === true || !proposal.atOnce))
    return <Undo busy={isTakingBack} run={() => undoProposal(proposal)} />
  if (conduct?.withdrawnAt && mayDecide) return <Undo busy={false} run={() => again(conduct)} />
  return <LinkButton to={waitingPlaces[kind].to}>{t('waiting.openList')}</LinkButton>
}

function Undo({ busy, run }: { busy: boolean; run: () => void }) {
  const { t } = useTranslation()
  return (
    <Button disabled={busy} onClick={run}>
      {t('absence.undo')}
    </Button>
  )
}
