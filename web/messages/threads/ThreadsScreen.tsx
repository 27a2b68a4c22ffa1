import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn } from '#web/lib/paths.ts'
import { Loading } from '#web/ui/Skeleton.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { ThreadList } from './ThreadList.tsx'
import { ThreadView } from './ThreadView.tsx'

const WriteToSchool = lazy(part(async () => (await import('./WriteToSchool.tsx')).WriteToSchool))
const WriteToFamily = lazy(part(async () => (await import('./WriteToFamily.tsx')).WriteToFamily))
const WriteToOffice = lazy(part(async () => (await import('./WriteToOffice.tsx')).WriteToOffice))
const MyHours = lazy(part(async () => (await import('./MyHours.tsx')).MyHours))
const ReviewList = lazy(part(async () => (await import('./ReviewList.tsx')).ReviewList))

/**
 * The threads of a person, or the one that the address names. Other addresses open the form of a new one: `to` a child for its parent, `family` a
 * child for the school, `open` the office, one's hours or the review.
 */
export function ThreadsScreen() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const id = idIn(query, 'id')
  const [to, family, open] = [query.get('to'), idIn(query, 'family'), query.get('open')]
  const close = () => setQuery({}, { replace: true })
  const written = (threadId: string) => setQuery({ id: threadId }, { replace: true })
  if (id) return <ThreadView key={id} threadId={id} />
  if (open === 'review')
    return (
      <LazyPart fallback={<Loading count={3} />}>
        <ReviewList />
      </LazyPart>
    )
  return (
    <>
      <ThreadList />
      <LazyPart onClose={close}>
        {to !== null && (
          <WriteToSchool about={query.get('about')} to={idIn(query, 'to')} onDone={written} onClose={close} />
        )}
        {family && <WriteToFamily studentId={family} onDone={written} onClose={close} />}
        {open === 'office' && <WriteToOffice onDone={written} onClose={close} />}
        {open === 'hours' && <MyHours title={t('threads.hours')} onClose={close} />}
      </LazyPart>
    </>
  )
}
