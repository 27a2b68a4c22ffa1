import { Plus, UserPlus } from 'lucide-react'
import { NewGuardian, guardians, guardianAnswers } from '#contract/people/official-records/guardians.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useHomeCountry } from '#web/lib/phones.ts'
import { useChange } from '#web/records/change.ts'
import { useEditing } from '#web/records/editing.tsx'
import type { Field } from '#web/records/fields.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Guardian, hasEnded, isGuardianOn, mayFetchOn, mobileOf } from './guardian.ts'

type Props = { school: OwnSchool; student: { id: string; isMerged: boolean } }

/** The guardians of the record: who they are, what they may, and from when to when. */
export function GuardianCard({ school, student: { id: studentId, isMerged } }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(guardians.list, { studentId })
  const relations = useRead(reference.relations, {})
  const today = todayIn(school.timeZone)
  const relationItems = (relations.data ?? []).map(({ id, name }) => ({ value: id, label: relationName(t, name) }))
  const form = {
    of: 'guardian',
    fields: guardianFields(t, relationItems),
    schema: NewGuardian,
    start: { studentId, fromDay: today, untilDay: '' },
    sent: ({ id, ...values }: Record<string, unknown>) => (id ? { ...values, studentId, guardianId: id } : values),
  }
  const { onAdd, pencil, dialog } = useEditing<Guardian>(form, guardians)
  return (
    <Card className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base">{t('settings.guardian.title')}</h2>
          <p className="text-sm text-muted">{t('settings.guardian.lead')}</p>
        </div>
        {onAdd && relations.data && !isMerged && (
          <Button icon={<Plus className="size-5" aria-hidden="true" />} onClick={onAdd}>
            {t('settings.guardian.add')}
          </Button>
        )}
      </div>
      {!data && <LoadingOrFailed error={error} again={refetch} count={2} />}
      {data?.length === 0 && <p className="text-muted">{t('settings.guardian.empty')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line" aria-label={t('settings.guardian.title')}>
          {data.map((guardian) => (
            <li key={guardian.id} className="flex items-start gap-3 py-3">
              <GuardianLine guardian={guardian} today={today} />
              {!isMerged && (
                <>
                  <Invite guardian={guardian} today={today} schoolId={school.id} />
                  {relations.data && pencil(guardian, guardian.guardianName)}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  )
}

type InviteProps = { guardian: Guardian; today: string; schoolId: string }

/** Makes of a present guardian with a mobile number one who reads along, once the person agrees. */
function Invite({ guardian, today, schoolId }: InviteProps) {
  const { t } = useTranslation()
  const mayInvite = useMay(invitations.invite, schoolId)
  const invite = useChange(invitations.invite)
  const home = useHomeCountry()
  const { studentId, guardianName: name, relationId } = guardian
  const phoneNumber = mobileOf(guardian, home)
  if (!mayInvite || !phoneNumber || guardian.account || guardian.maySee === 'no' || !isGuardianOn(guardian, today))
    return null
  return (
    <AskFirst
      title={t('settings.guardian.inviteAsk', { name: isolated(name) })}
      description={t('settings.guardian.inviteMeans')}
      submit={t('settings.guardian.invite')}
      run={async () => {
        await invite({ studentId, relationId, phoneNumber })
        toast({ title: t('settings.guardian.invited', { name: isolated(name) }) })
      }}
    >
      {(ask, busy) => (
        <IconButton label={`${t('settings.guardian.invite')}: ${name}`} onClick={ask} disabled={busy}>
          <UserPlus className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </AskFirst>
  )
}

function GuardianLine({ guardian, today }: { guardian: Guardian; today: string }) {
  const { t } = useTranslation()
  const ended = hasEnded(guardian, today)
  const { guardianName, relationName: relation, job, phone, fromDay, untilDay, paper } = guardian
  const rights = (['livesWith', 'mayFetch', 'maySee'] as const).flatMap((name) => {
    const answer = guardian[name]
    return answer ? [`${t(`settings.guardian.${name}`)}: ${t(`settings.guardian.${answer}`)}`] : []
  })
  return (
    <div className={cx('min-w-0 flex-1 [overflow-wrap:anywhere]', ended && 'text-muted')}>
      <p className="font-semibold">
        <Bdi>{guardianName}</Bdi>
      </p>
      <p className="text-sm text-muted">
        {relationName(t, relation)}
        {job && (
          <>
            {' · '}
            <Bdi>{job}</Bdi>
          </>
        )}
        {phone && (
          <>
            {' · '}
            <Digits>{phone}</Digits>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-2 empty:hidden">
        {mayFetchOn(guardian, today) && <StatusBadge status="good" word={t('settings.guardian.fetchesToday')} />}
        {guardian.account && (
          <StatusBadge
            status="neutral"
            word={t(`settings.guardian.${guardian.account === 'linked' ? 'linked' : 'waits'}`)}
          />
        )}
      </p>
      {rights.length > 0 && <p className="text-sm">{rights.join(' · ')}</p>}
      <p className="text-sm text-muted">
        {ended && `${t('settings.guardian.ended')} · `}
        {t('settings.guardian.fromDay')} <Day day={fromDay} />
        {untilDay && (
          <>
            {' '}
            {t('settings.guardian.untilDay')} <Day day={untilDay} />
          </>
        )}
        {paper && (
          <>
            {' · '}
            <Bdi>{paper}</Bdi>
          </>
        )}
      </p>
    </div>
  )
}

function guardianFields(t: (key: string) => string, relations: Field['items'] = []): Field[] {
  const items = guardianAnswers.map((value) => ({ value, label: t(`settings.guardian.${value}`) }))
  const none = 'settings.guardian.notKnown'
  const answer = (name: string, hint?: string): Field => ({ name, kind: 'choice', items, none, ...(hint && { hint }) })
  return [
    { name: 'guardianName' },
    { name: 'relationId', kind: 'choice', items: relations },
    answer('livesWith'),
    answer('mayFetch'),
    answer('maySee', 'settings.guardian.limits'),
    { name: 'job' },
    { name: 'phone', hint: 'settings.guardian.phoneHint' },
    { name: 'fromDay', kind: 'day' },
    { name: 'untilDay', kind: 'day', hint: 'settings.guardian.untilHint' },
    { name: 'paper', hint: 'settings.record.paperHint' },
  ]
}
