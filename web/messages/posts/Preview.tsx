import { useDeferredValue } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { PostWords } from './PostWords.tsx'

type Words = [title: string, body: string, answers: string, important: boolean]

/** The words that are being written, as readers will see them. Files stand beside, where they are added. */
export function Preview({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { control } = useFormContext()
  const watched = useWatch({ control, name: ['title', 'body', 'answers', 'important'] }) as Words
  const [title, body, answers, important] = useDeferredValue(watched)
  const choices = answers.split('\n').filter((line) => line.trim())
  if (!title.trim() && !body.trim()) return null
  return (
    <section aria-label={t('posts.preview')} className="space-y-2 rounded-card border border-line bg-bg p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('posts.preview')} · <Bdi>{school.name}</Bdi>
        {important && <StatusBadge status="bad" word={t('posts.important')} />}
      </p>
      <PostWords post={{ title, body, takenBack: false, attachments: [] }} />
      {choices.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {choices.map((one, nth) => (
            <li key={nth} className="rounded-full border border-line px-4 py-2">
              <Bdi>{one}</Bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
