import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { uploads } from '#contract/platform/pictures/pictures.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ParentsOf } from '#web/people/parents/ParentsOf.tsx'
import { Leaving } from '#web/people/students/Leaving.tsx'
import { Standing } from '#web/people/students/Standing.tsx'
import { type OneStudent, studentName } from '#web/people/students/student.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { EditButton } from '#web/records/RecordRow.tsx'

const RecordTab = lazy(part(async () => (await import('#web/people/official-records/RecordTab.tsx')).RecordTab))
const StudentReaders = lazy(
  part(async () => (await import('#web/platform/audit/StudentReaders.tsx')).StudentReaders, '.home'),
)
const StudentSafety = lazy(
  part(async () => (await import('#web/people/safety/StudentSafety.tsx')).StudentSafety, '.safety'),
)
const MergesCard = lazy(
  part(async () => (await import('#web/people/student-merges/MergesCard.tsx')).MergesCard, '.family'),
)
const StudentSheet = lazy(part(async () => (await import('#web/people/students/StudentSheet.tsx')).StudentSheet))

type Props = { school: OwnSchool; studentId: string }

/** What the school keeps of a student: names, class and seat, leaving, parents, merges, and who has read of them. */
export function FileTab({ school, studentId }: Props) {
  const { data, error, refetch } = useRead(studentRecords.get, { studentId })
  const mayMerge = useMay(studentMerges.merge, school.id)
  const seesReaders = useMay(auditLog.readersOfStudent, school.id)
  const seesParents = useMay(studentParents.list, school.id)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={5} />
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <About school={school} student={data} />
      <div className="space-y-5">
        {!data.isMerged && (
          <>
            {!data.leftOn && <Standing school={school} student={data} />}
            <Leaving school={school} student={data} />
            {seesParents && <ParentsOf school={school} studentId={data.id} />}
          </>
        )}
        {mayMerge && (
          <LazyPart>
            <MergesCard school={school} student={{ ...data, studentName: studentName(data) }} />
          </LazyPart>
        )}
        {seesReaders && (
          <LazyPart>
            <StudentReaders studentId={data.id} lead="leadSchool" />
          </LazyPart>
        )}
      </div>
    </div>
  )
}

/** The official record, for people who may see it. */
export function RecordOfStudent({ school, studentId }: Props) {
  const { data, error, refetch } = useRead(studentRecords.get, { studentId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={5} />
  return (
    <div className="space-y-5">
      <LazyPart>
        <RecordTab school={school} student={{ ...data, studentName: studentName(data) }} />
      </LazyPart>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <LazyPart>
          <StudentSafety schoolId={school.id} student={data} />
        </LazyPart>
      </div>
    </div>
  )
}

/** The student's details. For people who may change them a pencil opens the form; an address may open it at the choice of a class. */
function About({ school, student }: { school: OwnSchool; student: OneStudent }) {
  const { t } = useTranslation()
  const mayEdit = useHolds()('UpdateStudentInfo') && !student.isMerged
  const mayPicture = useMay(uploads[1]) && !student.isMerged
  const [query, setQuery] = useSearchParams()
  const moves = mayEdit && query.get('open') === 'class'
  const [editing, setEditing] = useState(false)
  const close = () => {
    setEditing(false)
    if (!moves) return
    const next = new URLSearchParams(query)
    next.delete('open')
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const name = studentName(student)
  return (
    <Card className="space-y-4">
      <div className="flex items-start gap-4">
        <Avatar names={[student.firstName, student.lastName]} src={student.imageUrl} className="size-20 text-xl" />
        <h2 className="min-w-0 flex-1 text-base">{t('settings.students.general')}</h2>
        {(mayEdit || mayPicture) && <EditButton name={name} onClick={() => setEditing(true)} />}
      </div>
      {student.isMerged && <p className="text-muted">{translated('This student was merged with another')}</p>}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {(['firstName', 'middleName', 'lastName'] as const).map(
          (field) =>
            student[field] && (
              <Fact key={field} label={t(`settings.students.${field}`)}>
                <Bdi>{student[field]}</Bdi>
              </Fact>
            ),
        )}
        <Fact label={t('settings.students.classRoomId')}>
          <Bdi>{student.classRoomName}</Bdi>
        </Fact>
        {student.code && (
          <Fact label={t('settings.students.code')}>
            <Digits>{student.code}</Digits>
          </Fact>
        )}
        {student.birthDate && (
          <Fact label={t('settings.students.birthDate')}>
            <Day day={student.birthDate} />
          </Fact>
        )}
      </dl>
      {(editing || moves) && (
        <LazyPart onClose={close}>
          <StudentSheet
            school={school}
            student={student}
            moves={moves}
            mayEdit={mayEdit}
            mayPicture={mayPicture}
            onClose={close}
          />
        </LazyPart>
      )}
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="min-w-0 [overflow-wrap:anywhere]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
)
