import type { OutputOf } from '#contract/operation.ts'
import type { schools } from '#contract/schools.ts'
import { useTranslation } from '#web/lib/i18n.ts'

type Props = { school: OutputOf<typeof schools.get> }

/** What a school says of itself, for who may not change it. */
export function AboutSchool({ school }: Props) {
  const { t } = useTranslation()
  return (
    <dl className="space-y-4">
      {(['name', 'about', 'vision', 'timeZone'] as const).map((field) => (
        <div key={field}>
          <dt className="text-sm text-muted">{t(`settings.schoolInfo.${field}`)}</dt>
          <dd dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {school[field]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
