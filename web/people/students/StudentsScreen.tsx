import { ChartColumn, FileUp } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { fileOfStudent, leadingTo } from '#web/lib/students-address.ts'
import { useSearchText } from './search-text.ts'
import { StudentSetting } from './StudentSetting.tsx'

const waiting: ReactNode = (
  <Screen title="">
    <Loading />
  </Screen>
)

const MoveClass = lazy(part(async () => (await import('#web/people/class-moves/MoveClass.tsx')).MoveClass))
const RecordStatistics = lazy(
  part(async () => (await import('#web/people/official-records/RecordStatistics.tsx')).RecordStatistics, '.records'),
)
const ImportSetting = lazy(
  part(async () => (await import('#web/exchange/imports/ImportSetting.tsx')).ImportSetting, '.imports', '.records'),
)

/** The students of a school: the list, the move of a whole class, or an import. The address says which. */
export function StudentsScreen({ school }: { school: OwnSchool }) {
  const [query, setQuery] = useSearchParams()
  const [search, setSearch] = useSearchText(school.id)
  const { t } = useTranslation()
  const mayMove = useMay(classMoves.move)
  const mayImport = useMay(imports.list)
  const mayCount = useMay(recordLists.ages, school.id)

  const back = () => {
    setQuery(leadingTo(query))
    document.getElementById('main')?.focus({ preventScroll: true }) // The button that led back no longer exists.
  }
  const studentId = query.get('student')
  // The address of a student's page until there was one page for all.
  if (studentId) return <Navigate to={fileOfStudent(studentId, query)} replace />
  if (mayMove && query.has('move'))
    return (
      <LazyPart fallback={waiting}>
        <MoveClass school={school} classRoomId={query.get('classRoomId')} onClose={back} />
      </LazyPart>
    )
  if (mayCount && query.has('statistics'))
    return (
      <LazyPart fallback={waiting}>
        <RecordStatistics school={school} onClose={back} />
      </LazyPart>
    )
  if (mayImport && query.has('import'))
    return (
      <LazyPart fallback={waiting}>
        <ImportSetting school={school} />
      </LazyPart>
    )
  return (
    <StudentSetting
      school={school}
      search={search}
      onSearch={setSearch}
      tools={(isEmpty) => (
        <>
          {mayCount && !isEmpty && (
            <LinkButton
              to={{ search: leadingTo(query, 'statistics', 'day') }}
              short
              icon={<ChartColumn className="size-5" aria-hidden="true" />}
            >
              {t('settings.students.statistics')}
            </LinkButton>
          )}
          {mayImport && school.active && (
            <LinkButton
              to={{ search: leadingTo(query, 'import', 'new') }}
              short={!isEmpty}
              icon={<FileUp className="size-5" aria-hidden="true" />}
            >
              {t('settings.students.import')}
            </LinkButton>
          )}
        </>
      )}
    />
  )
}
