import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

/** The fields that each of them fills. */
const templates = {
  trip: ['title', 'body', 'answers'],
  exams: ['title', 'body'],
  meeting: ['title', 'body', 'answers'],
  fees: ['title', 'body'],
} as const

/** Begins an announcement with the words of a usual one, as long as nothing is written. */
export function Templates() {
  const { t } = useTranslation()
  const { control, setValue } = useFormContext()
  const [title, body] = useWatch({ control, name: ['title', 'body'] }) as [string, string]
  if (title || body) return null

  const take = (of: keyof typeof templates) => {
    for (const field of templates[of]) setValue(field, t(`posts.templates.${of}.${field}`), { shouldDirty: true })
  }
  return (
    <div>
      <p className="mb-1.5 font-medium">{t('posts.beginWith')}</p>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(templates) as (keyof typeof templates)[]).map((of) => (
          <Button key={of} onClick={() => take(of)}>
            {t(`posts.templates.${of}.name`)}
          </Button>
        ))}
      </div>
    </div>
  )
}
