import { CopyPlus, UserPlus } from 'lucide-react'
import { lazy, useState } from 'react'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import type { OneMoreProps } from './one-more.ts'

const AddStudent = lazy(part(async () => (await import('./AddStudentToWork.tsx')).AddStudentToWork))
const ForOne = lazy(part(async () => (await import('./ForOne.tsx')).ForOne))

/** Adds a student to this work, or sets similar work for a single student. */
export function OneMore(props: OneMoreProps) {
  const { t } = useTranslation()
  const { kind, classRoom } = props
  const [open, setOpen] = useState<'student' | 'work' | null>(null)
  const may = {
    addStudent: useMay('assign' in kind.results ? kind.results.assign : kind.work.update, classRoom.schoolId),
    addWork: useMay(kind.results.add, classRoom.schoolId) && classRoom.active,
  }
  const close = () => setOpen(null)
  return (
    <>
      {may.addStudent && (
        <Button icon={<UserPlus className="size-5" aria-hidden="true" />} onClick={() => setOpen('student')}>
          {t('marks.addStudent')}
        </Button>
      )}
      {may.addWork && (
        <Button icon={<CopyPlus className="size-5" aria-hidden="true" />} onClick={() => setOpen('work')}>
          {t('marks.forOne')}
        </Button>
      )}
      {open === 'student' && (
        <LazyPart onClose={close}>
          <AddStudent {...props} onClose={close} />
        </LazyPart>
      )}
      {open === 'work' && (
        <LazyPart onClose={close}>
          <ForOne {...props} onClose={close} />
        </LazyPart>
      )}
    </>
  )
}
