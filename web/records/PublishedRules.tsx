import { lazy, useState } from 'react'
import { codeWithTexts, useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import type { TopicOfRules } from './published-rules.ts'

const RulesOfMinistries = lazy(
  part(() =>
    codeWithTexts(async () => (await import('./RulesOfMinistries.tsx')).RulesOfMinistries, '.settings', '.region'),
  ),
)

/** What ministries and the press published about a setting, below it. It is read only; nothing of it applies by itself. */
export function PublishedRules({ topic }: { topic: TopicOfRules }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="mt-6 border-t border-line pt-2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{t('common.publishedRules')}</summary>
      {isOpen && (
        <LazyPart>
          <RulesOfMinistries topic={topic} />
        </LazyPart>
      )}
    </details>
  )
}
