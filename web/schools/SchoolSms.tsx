import { MessageSquareText } from 'lucide-react'
import { useId } from 'react'
import { noticePreferences } from '#contract/push/notice-preferences.ts'
import { useMay, useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Card } from '#web/ui/Card.tsx'
import { NotStored } from '#web/ui/NotStored.tsx'
import { toast } from '#web/ui/toast.ts'

/** Whether a school notifies parents by SMS too, where the installation sends any. */
export function SchoolSms({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const may = useMay(noticePreferences.ofSchool)
  const { data } = useRead(noticePreferences.ofSchool, { schoolId }, { enabled: may })
  const id = useId()
  const update = useWrite(noticePreferences.updateSchool)
  if (!data) return null
  return (
    <Card className="flex items-start gap-4 py-4">
      <MessageSquareText className="mt-1 size-6 shrink-0 text-primary" aria-hidden="true" />
      <div className="flex flex-1 items-start gap-3">
        <label htmlFor={id} className="flex-1">
          <span className="block font-semibold">{t('notices.schoolSms')}</span>
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {t(data.smsPossible ? 'notices.schoolSmsHint' : 'notices.smsImpossible')}
          </span>
          <NotStored pending={update.isPending} />
        </label>
        <input
          id={id}
          type="checkbox"
          checked={update.isPending ? update.variables.sms : data.sms}
          disabled={update.isPending || !data.smsPossible}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) =>
            update.mutate(
              { schoolId, sms: target.checked },
              {
                onSuccess: () => toast({ title: t('settings.saved') }),
                onError: (problem) => toast({ title: sentenceFrom(problem), tone: 'danger' }),
              },
            )
          }
          className="mt-1 size-5 shrink-0 accent-(--primary)"
        />
      </div>
    </Card>
  )
}
