import type { ReactNode } from 'react'
import { Ahead } from './Ahead.tsx'
import { Guardians } from './Guardians.tsx'
import { LastMarks } from './LastMarks.tsx'
import { MonthCard } from './MonthCard.tsx'
import { NewestNote, NewestPaper } from './Newest.tsx'
import type { Overview } from './overview.ts'
import { Timeline } from './Timeline.tsx'

type Props = { overview: Overview }

/** How a student is doing, for staff: what happened in the last weeks, and beside it whom to call, the month, and what comes. */
export function OverviewForStaff({ overview }: Props) {
  const { studentId, today, timeline, guardians, attendance, marks } = overview
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
      <Timeline studentId={studentId} today={today} timeline={timeline ?? []} />
      <div className="space-y-5">
        {guardians && <Guardians guardians={guardians} />}
        {attendance && <MonthCard attendance={attendance} today={today} />}
        <Ahead overview={overview} asParent={false} />
        {marks && <LastMarks marks={marks} />}
      </div>
    </div>
  )
}

type ParentProps = Props & {
  /** Where an absence is excused; without it, none is any more. */
  toExcuse?: (day: string) => string
  excuse: ReactNode
  table: ReactNode
}

/** The same for a parent: the month, the next seven days, the last marks against the class, the latest note and paper. */
export function OverviewForParent({ overview, toExcuse, excuse, table }: ParentProps) {
  const { studentId, today, attendance, marks, note, paper } = overview
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="space-y-5">
        {attendance && (
          <MonthCard attendance={attendance} today={today} {...(toExcuse && { toExcuse })} tools={excuse} />
        )}
        <Ahead overview={overview} asParent tools={table} />
      </div>
      <div className="space-y-5">
        {marks && <LastMarks marks={marks} />}
        {note && <NewestNote studentId={studentId} note={note} />}
        {paper && <NewestPaper studentId={studentId} paper={paper} />}
      </div>
    </div>
  )
}
