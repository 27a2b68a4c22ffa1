import { useState } from 'react'
import { Link } from 'react-router'
import { schools } from '#contract/platform/schools/schools.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { CardGrid, cardLink } from '#web/ui/Card.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'

/** The active schools as cards, found by name. */
export function SchoolList() {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const search = useSettled(name)
  const { rows, error, refetch, more, loadMore, isFetchingNextPage } = useList(schools.list, {
    name: search,
    active: true,
  })

  return (
    <>
      <SearchField label={t('schools.search')} value={name} onChange={setName} />
      <RowStates
        rows={rows}
        error={error}
        again={refetch}
        as="cards"
        count={3}
        empty={<Empty sentence={t(search ? 'schools.noneFound' : 'schools.empty')} />}
      >
        {(rows) => (
          <CardGrid>
            {rows.map((school) => (
              <li key={school.id}>
                <Link to={paths.school(school.id)} state={{ schoolId: school.id }} className={cardLink}>
                  <Picture src={school.imageUrl} className="h-32 w-full" />
                  <span className="block flex-1 p-5">
                    <span className="block text-lg font-semibold [overflow-wrap:anywhere] group-hover:text-primary">
                      <Bdi>{school.name}</Bdi>
                    </span>
                    <span className="mt-1 line-clamp-3 text-muted">
                      <Bdi>{school.vision}</Bdi>
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </CardGrid>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
