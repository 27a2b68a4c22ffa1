import { useState } from 'react'
import * as z from 'zod/mini'
import { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'
import { textFields } from '#contract/messages/threads/thread-shapes.ts'
import { useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'

const Letter = z.strictObject({ body: textFields.body })

/** A letter for guardians who have no account, which the office hands out on paper. Nothing of it is stored. */
export function LetterToFamily({ studentId, onClose }: { studentId: string; onClose: () => void }) {
  const [body, setBody] = useState<string | null>(null)
  return (
    <>
      <Form
        schema={Letter}
        start={{ body: '' }}
        save={async (values: { body: string }) => setBody(values.body)}
        submit="threads.letter.print"
      >
        <LinesField name="body" label="threads.text" />
      </Form>
      {body !== null && <Printed studentId={studentId} body={body} onClose={onClose} />}
    </>
  )
}

function Printed({ studentId, body, onClose }: { studentId: string; body: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { schools } = useSession()
  const { data } = useRead(studentOverview.get, { studentId })
  const school = schools.find(({ id }) => id === data?.schoolId)
  if (!data || !school) return null
  return (
    <OnPaper onClose={onClose}>
      <p className="text-lg">
        <Bdi>{school.name}</Bdi>
      </p>
      <p className="mt-4">
        {t('threads.letter.to')} <Bdi>{data.studentName}</Bdi> · <Bdi>{data.classRoomName}</Bdi>
      </p>
      <p className="mt-6 whitespace-pre-line [overflow-wrap:anywhere]">
        <Bdi>{body}</Bdi>
      </p>
      <div className="mt-8 flex justify-between gap-6">
        <p>
          {t('threads.letter.day')} <Day day={todayIn(school.timeZone)} />
        </p>
        <p className="pb-16">{t('threads.letter.school')}</p>
      </div>
    </OnPaper>
  )
}
