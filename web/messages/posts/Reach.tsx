import { type Ref, useDeferredValue } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Refused } from '#contract/language/caller.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { useDebounced } from '#web/lib/debounced.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = { school: OwnSchool; audience: InputOf<typeof postWriting.count>['audience'] }

type ReachProps = Props & { missed: boolean; ref: Ref<HTMLParagraphElement> }

/** How many people an audience reaches, as it is chosen. `missed`: the form was sent without one, which is then shown as an error here. */
export function Reach({ school, audience, missed, ref }: ReachProps) {
  const { t } = useTranslation()
  const asked = useDeferredValue(audience)
  const input = { schoolId: school.id, audience: asked }
  const { data, error } = useRead(postWriting.count, input, { enabled: asked.length > 0 })
  const hindrance =
    error && (error instanceof Refused && error.status === 404 ? t('posts.someOutside') : sentenceFrom(error))
  return (
    <p
      ref={ref}
      tabIndex={-1}
      role="status"
      className={cx(
        'min-h-6 rounded-field px-4 py-2.5',
        missed && audience.length === 0 ? 'bg-danger-soft text-danger' : 'bg-soft',
      )}
    >
      {audience.length === 0 || !data
        ? (audience.length > 0 && hindrance) || t('posts.chooseAudience')
        : [
            t('posts.parentsOf', { count: data.parents, students: data.students }),
            ...(data.staff > 0 ? [t('posts.staffCount', { count: data.staff })] : []),
            ...(data.unreachable > 0 ? [t('posts.unreachableCount', { count: data.unreachable })] : []),
          ].join(' · ')}
    </p>
  )
}

/** Names of students that stand in the words of the form around it, where everybody will be able to read them. */
export function NamedStudents({ school, audience }: Props) {
  const { t } = useTranslation()
  const { control } = useFormContext()
  const [isPublic, title, body] = useWatch({ control, name: ['public', 'title', 'body'] }) as [boolean, string, string]
  const words = useDebounced(isPublic ? { title: title.slice(0, 150), body: body.slice(0, 4000) } : null)
  const input = { schoolId: school.id, audience, public: true, ...words }
  const { data } = useRead(postWriting.count, input, { enabled: words !== null && audience.length > 0 })
  const names = isPublic && words ? (data?.namesOfStudents ?? []) : []
  return (
    <p role="status" className="rounded-field bg-wait-soft px-4 py-2.5 empty:hidden">
      {names.length > 0 && (
        <>
          {t('posts.namesStudents')} <Bdi>{names.join(t('posts.and'))}</Bdi>
        </>
      )}
    </p>
  )
}
