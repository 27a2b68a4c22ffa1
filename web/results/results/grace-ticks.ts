import { useState } from 'react'
import type { ClosingFigures } from './plan.ts'

type GraceLine = ClosingFigures['grace'][number]

/** By line: ticked though it is not confirmed, or the other way round. */
export type GraceTicks = ReadonlyMap<string, boolean>

/** With its points: who ticked two has not agreed to three. */
export const keyOfGrace = ({ studentId, courseId, points }: GraceLine) => `${studentId} ${courseId} ${points}`

export const isTicked = (ticks: GraceTicks, line: GraceLine) => ticks.get(keyOfGrace(line)) ?? line.confirmed

/** The ticks that still say something: their line is there, and is not confirmed as they are. */
export const ticksFor = (ticks: GraceTicks, lines: readonly GraceLine[]): GraceTicks =>
  new Map(
    lines.flatMap((line) =>
      isTicked(ticks, line) === line.confirmed ? [] : [[keyOfGrace(line), !line.confirmed] as const],
    ),
  )

/** Grace marks that are ticked and not confirmed yet: they outlive that the figures beside them change. */
export function useGraceTicks(lines: readonly GraceLine[] | undefined) {
  const [ticks, setTicks] = useState<GraceTicks>(new Map())
  const [seen, setSeen] = useState(lines)
  if (lines && lines !== seen) {
    setSeen(lines)
    setTicks(ticksFor(ticks, lines))
  }
  const onTick = (line: GraceLine) =>
    setTicks((before) => new Map(before).set(keyOfGrace(line), !isTicked(before, line)))
  return { ticks, onTick }
}
