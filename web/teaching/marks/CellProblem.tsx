import { translated, useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type Rating, shownMark } from './reading.ts'
import { type Cell, type Marks, ratingOf } from './sheet.ts'

type Props = { id: string; problem: NonNullable<Cell['problem']>; cell: Cell; marks: Marks }

/** Below a mark that is not stored: the reason. If two people changed it: both marks, and buttons to choose one. */
export function CellProblem({ id, problem, cell, marks }: Props) {
  const { t } = useTranslation()
  const shown = (rating: Rating) => shownMark(rating, t('marks.letter')) || t('marks.none')
  if ('sentence' in problem)
    return (
      <p id={`problem-${id}`} role="alert" className="pb-1.5 text-end text-sm text-danger">
        {translated(problem.sentence)}
      </p>
    )

  return (
    <div role="alert" className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 pb-2 text-sm">
      <p id={`problem-${id}`}>
        {t('marks.changedMeanwhile')} {t('versions.mine')}{' '}
        <strong>
          <Digits>{shown(ratingOf(cell))}</Digits>
        </strong>
        {' · '}
        {t('versions.theirs')}{' '}
        <strong>
          <Digits>{shown(problem.theirs)}</Digits>
        </strong>
      </p>
      <span className="flex flex-wrap gap-2">
        <Button tone="primary" onClick={() => marks.keepMine(id)}>
          {t('versions.keepMine')}
        </Button>
        <Button onClick={() => marks.giveUp(id)}>{t('versions.takeTheirs')}</Button>
      </span>
    </div>
  )
}
