import { publishing, showings } from '#contract/teaching/exams/publishing.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

/** When the parents of a school see the marks of exams. */
export function MarkSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(publishing.setting, { schoolId: school.id })
  const change = useChange(publishing.changeSetting)
  const mayChange = useMay(publishing.changeSetting, school.id)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  return (
    <Card className="max-w-prose">
      <fieldset disabled={!mayChange}>
        <legend className="mb-2 font-semibold">{t('publishing.setting')}</legend>
        {showings.map((value) => (
          <label key={value} className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="radio"
              name="marksShown"
              checked={data.marksShown === value}
              onChange={() => change({ schoolId: school.id, marksShown: value }).catch(toastRefusal)}
              className="mt-0.5 size-5 shrink-0 accent-(--primary)"
            />
            <span>
              {t(`publishing.shown.${value}`)}
              <span className="block text-sm text-muted">{t(`publishing.shownMeans.${value}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="mt-3 text-sm text-muted">{t('publishing.settingHint')}</p>
      {data.drafts > 0 && <p className="mt-1 text-sm">{t('publishing.waiting', { count: data.drafts })}</p>}
    </Card>
  )
}
