import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'
import { kindWord } from './kinds.ts'
import { areRegistersDue, type Desk, takenWords } from './today.ts'

type Props = { desk: Desk; school: OwnSchool; onClose: () => void }

const heads = ['student', 'classRoom', 'state', 'phones', 'result']

/** The desk of the day on paper: it stands alone when the page is printed, and goes with it. */
export function DeskPaper({ desk, school, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <OnPaper className="text-sm" onClose={onClose}>
      <p className="text-lg">
        <Bdi>{school.name}</Bdi>
      </p>
      <h1 className="mt-1 text-xl">{t('absence.paperTitle')}</h1>
      <p className="mb-3">
        <Day day={desk.today} named /> · {takenWords(t, desk)} ·{' '}
        {(['absent', 'late', 'excused'] as const).map((state) => (
          <span key={state} className="me-3">
            {t(`attendance.${state}`)}: <Digits>{desk.counts[state]}</Digits>
          </span>
        ))}
      </p>
      <RuledTable heads={heads.map((key) => t(`absence.paper.${key}`))}>
        {desk.students.map((one) => (
          <tr key={one.studentId} className="break-inside-avoid">
            <RuledCell>
              <Bdi>{one.studentName}</Bdi>
            </RuledCell>
            <RuledCell>
              <Bdi>{one.classRoomName}</Bdi>
            </RuledCell>
            <RuledCell>{t(`attendance.${one.state}`)}</RuledCell>
            <RuledCell>
              {one.guardians.slice(0, 2).map(({ phone, relationName: relation }) => (
                <span key={phone} className="block">
                  {relationName(t, relation)} <Digits>{phone}</Digits>
                </span>
              ))}
            </RuledCell>
            <RuledCell>
              {one.excuse?.accepted && kindWord(t, one.excuse.kind)}
              {one.call && (
                <span className="block">
                  {t(`absence.called.${one.call.outcome}`)} · <Bdi>{one.call.byName}</Bdi> ·{' '}
                  <Moment at={one.call.at} timeZone={school.timeZone} />
                </span>
              )}
            </RuledCell>
          </tr>
        ))}
      </RuledTable>
      {areRegistersDue(desk) && (
        <p className="mt-3">
          {t('absence.missing', { count: desk.missing.length })}
          {desk.missing.length > 0 && ': '}
          <Bdi>{desk.missing.map(({ classRoomName }) => classRoomName).join(' · ')}</Bdi>
        </p>
      )}
      {desk.nextDay && desk.planned.length > 0 && (
        <p className="mt-1">
          {t('absence.planned')} (<Day day={desk.nextDay} named short />
          ): <Bdi>{desk.planned.map(({ studentName }) => studentName).join(' · ')}</Bdi>
        </p>
      )}
    </OnPaper>
  )
}
