import { MessageSquareText } from 'lucide-react'
import { useId } from 'react'
import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import { useMay, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { NotStored } from '#web/ui/NotStored.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'

/** What a school pays SMS for, where the installation sends any: notices to parents, and invitations. */
export function SchoolSms({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const may = useMay(noticePreferences.ofSchool)
  const { data } = useRead(noticePreferences.ofSchool, { schoolId }, { enabled: may })
  if (!data) return null
  const { sms, smsPossible, smsInvitations, smsInvitationsADay: aDay } = data
  return (
    <Card className="flex items-start gap-4 py-4">
      <MessageSquareText className="mt-1 size-6 shrink-0 text-primary" aria-hidden="true" />
      <div className="flex-1 space-y-4">
        <Choice
          of="sms"
          {...{ schoolId, isOn: sms, isPossible: smsPossible }}
          label={t('notices.schoolSms')}
          hint={t(smsPossible ? 'notices.schoolSmsHint' : 'notices.smsImpossible')}
        />
        <Choice
          of="smsInvitations"
          {...{ schoolId, isOn: smsInvitations, isPossible: aDay !== null }}
          label={t('notices.schoolInvitations')}
          hint={
            aDay === null ? t('notices.invitationsImpossible') : t('notices.schoolInvitationsHint', { count: aDay })
          }
        />
      </div>
    </Card>
  )
}

type ChoiceProps = {
  schoolId: string
  of: 'sms' | 'smsInvitations'
  isOn: boolean
  isPossible: boolean
  label: string
  hint: string
}

function Choice({ schoolId, of, isOn, isPossible, label, hint }: ChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  const update = useWrite(noticePreferences.updateSchool)
  const change = (to: boolean) =>
    update.mutate(
      { schoolId, [of]: to },
      {
        onSuccess: () => toast({ title: t('settings.saved') }),
        onError: toastRefusal,
      },
    )
  return (
    <div className="flex items-start gap-3">
      <label htmlFor={id} className="flex-1">
        <span className="block font-semibold">{label}</span>
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {hint}
        </span>
        <NotStored pending={update.isPending} />
      </label>
      <input
        id={id}
        type="checkbox"
        checked={update.isPending ? Boolean(update.variables[of]) : isOn}
        disabled={update.isPending || !isPossible}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => change(target.checked)}
        className="mt-1 size-5 shrink-0 accent-(--primary)"
      />
    </div>
  )
}
