import { teachers } from '#contract/people/teachers/teachers.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Link } from 'react-router'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Picture } from '#web/ui/Picture.tsx'

/** The active schools at which the person teaches; renders nothing if there are none. */
export function TaughtSchools() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(teachers.mySchools, {})
  if (data?.length === 0) return null
  return (
    <section aria-labelledby="teaches-at">
      <h2 id="teaches-at" className="mb-3 text-xl">
        {t('profile.teachesAt')}
      </h2>
      {!data ? (
        <LoadingOrFailed error={error} again={refetch} count={1} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {data.map(({ id, name, imageUrl }) => (
            <li key={id}>
              <Link
                to={paths.school(id)}
                className="flex items-center gap-4 px-5 py-3 hover:bg-soft hover:text-primary"
              >
                <Picture src={imageUrl} className="size-11 shrink-0 rounded-full" />
                <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
                  <Bdi>{name}</Bdi>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
