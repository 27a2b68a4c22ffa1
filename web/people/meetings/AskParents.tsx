import { useState } from 'react'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { fold } from '#web/lib/text.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import type { OwnEvening } from './rows.ts'

/** How many students are shown that are neither asked for nor searched. */
const shownAtFirst = 8

/** The students of a teacher whose parents may be asked to come; those who are stand first. */
export function AskParents({ evening: { schoolId, id: roundId, students } }: { evening: OwnEvening }) {
  const { t } = useTranslation()
  const { mutateAsync: ask } = useWrite(ownMeetings.ask)
  const { saving, save } = useSaving()
  const [text, setText] = useState('')
  const matches = students.filter(({ studentName, classRoomName }) =>
    fold(`${studentName} ${classRoomName}`).includes(fold(text.trim())),
  )
  const asked = matches.filter(({ isAsked }) => isAsked)
  const others = matches.filter(({ isAsked }) => !isAsked)
  const shown = [...asked, ...(text.trim() ? others : others.slice(0, shownAtFirst))]
  return (
    <div className="space-y-2">
      <h3 className="font-medium">{t('meetings.ask')}</h3>
      <p className="text-sm text-muted">{t('meetings.askMeans')}</p>
      <SearchField label={t('meetings.search')} value={text} onChange={setText} />
      <ul>
        {shown.map(({ studentId, studentName, classRoomName, isAsked }) => (
          <li key={studentId}>
            <Tick
              label={
                <>
                  <Bdi>{studentName}</Bdi> · <Bdi>{classRoomName}</Bdi>
                </>
              }
              checked={isAsked}
              disabled={saving}
              onChange={(isOn) => void save(() => ask({ schoolId, roundId, studentId, asked: isOn }))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
