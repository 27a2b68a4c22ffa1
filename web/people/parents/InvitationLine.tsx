import { Hourglass, MessageSquareText, X } from 'lucide-react'
import { invitations } from '#contract/people/parents/invitations.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useGetsNoCode, useShownPhone } from '#web/lib/phones.ts'
import { relationName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, isolated, PhoneNumber } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { HandOutLetter } from '#web/records/HandOutLetter.tsx'
import { PrintLetter } from '#web/records/PrintLetter.tsx'

type Invitation = OutputOf<typeof invitations.list>[number]
type Props = { invitation: Invitation; school: OwnSchool }

/** An invited phone number: the person who confirms it becomes the student's parent. */
export function InvitationLine({ invitation, school }: Props) {
  const { t } = useTranslation()
  const { id, studentId, phoneNumber, relationName: relation, createDate, smsDate } = invitation
  const mayWithdraw = useMay(invitations.withdraw)
  const withdraw = useChange(invitations.withdraw)
  const handOut = useChange(invitations.handOut)
  const shown = useShownPhone()
  const getsNoCode = useGetsNoCode()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-wait-soft text-wait">
        <Hourglass className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-32 flex-1">
        <p className="font-semibold">
          <PhoneNumber phone={phoneNumber} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <Bdi>{relationName(t, relation)}</Bdi>
          <span className="text-wait">
            {t('settings.parents.waits')} <Day day={todayIn(school.timeZone, new Date(createDate))} />
          </span>
          {getsNoCode(phoneNumber) && <span className="text-danger">{t('settings.noCode')}</span>}
          {smsDate && (
            <span>
              {t('settings.parents.smsSent')} <Day day={todayIn(school.timeZone, new Date(smsDate))} />
            </span>
          )}
        </p>
      </div>
      {mayWithdraw && <SendSms invitation={invitation} />}
      {getsNoCode(phoneNumber) && mayWithdraw ? (
        <HandOutLetter
          letter={{ ...invitation, to: 'parent' }}
          schoolName={school.name}
          name={shown(phoneNumber)}
          issue={() => handOut({ studentId, invitationId: id })}
        />
      ) : (
        <PrintLetter letter={{ ...invitation, to: 'parent' }} schoolName={school.name} name={phoneNumber} />
      )}
      {mayWithdraw && (
        <AskFirst
          title={t('settings.parents.withdrawAsk', { phone: isolated(shown(phoneNumber)) })}
          submit={t('settings.parents.withdraw')}
          run={() => withdraw({ studentId, invitationId: id })}
          danger
        >
          {(ask, busy) => (
            <IconButton label={`${t('settings.parents.withdraw')}: ${phoneNumber}`} onClick={ask} disabled={busy}>
              <X className="size-5" aria-hidden="true" />
            </IconButton>
          )}
        </AskFirst>
      )}
    </li>
  )
}

/** Where the school pays for it, once a day to a number. */
function SendSms({ invitation: { id, studentId, phoneNumber, maySendSms } }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const send = useChange(invitations.sendSms)
  const shown = useShownPhone()
  if (!maySendSms) return null
  return (
    <AskFirst
      title={t('settings.parents.smsAsk', { phone: isolated(shown(phoneNumber)) })}
      description={t('settings.parents.smsMeans')}
      submit={t('settings.parents.sms')}
      run={() => send({ studentId, invitationId: id })}
    >
      {(ask, busy) => (
        <IconButton label={`${t('settings.parents.sms')}: ${phoneNumber}`} onClick={ask} disabled={busy}>
          <MessageSquareText className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </AskFirst>
  )
}
