import { Navigate, useSearchParams } from 'react-router'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { useIdFromLastScreen } from '#web/lib/id-from-last-screen.ts'
import { isId } from '#web/lib/paths.ts'
import { pageOfStudent } from '#web/lib/students-address.ts'

/** `/child`, the address of a student's page until one page was made of several: it leads to the same part. */
export function ChildScreen() {
  const [query] = useSearchParams()
  const studentId = useIdFromLastScreen('studentId', 'student')
  if (!isId(studentId ?? undefined)) return <ErrorPage />
  return <Navigate to={pageOfStudent(studentId!, query)} replace />
}
