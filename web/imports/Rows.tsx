import { useState } from 'react'
import { imports } from '#contract/imports/imports.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bar } from './Bar.tsx'
import { changeImport, type Import, type Show } from './import.ts'
import { NewClasses } from './NewClasses.tsx'
import { RowEdit } from './RowEdit.tsx'
import { RowList } from './RowList.tsx'
import { Shown } from './Shown.tsx'
import type { Step } from './steps.ts'
import { UnknownNames } from './UnknownNames.tsx'

/** The rows as they were judged, those with problems first: each is mended in its place, or left out. */
export function Rows({ draft, onStep }: { draft: Import; onStep: (step: Step) => void }) {
  const { t } = useTranslation()
  const [show, setShow] = useState<Show>(draft.problems > 0 ? 'problem' : 'all')
  const { id, problems } = draft
  return (
    <>
      <NewClasses draft={draft} />
      {draft.unknownNames.length + draft.names.length > 0 && <UnknownNames draft={draft} />}
      <Shown draft={draft} show={show} onShow={setShow} />
      <RowList key={show} of={draft} show={show} card={(row) => <RowEdit draft={draft} row={row} />} />
      <Bar
        said={
          problems > 0 ? (
            <span className="font-medium text-danger">{t('imports.problemsLeft', { count: problems })}</span>
          ) : (
            t('imports.rowsReady')
          )
        }
      >
        {problems > 0 && (
          <AskFirst
            title={t('imports.leaveOutAsk', { count: problems })}
            description={t('imports.leaveOutMeans')}
            submit={t('imports.leaveOut')}
            run={() => changeImport(imports.leaveOut, { importId: id, leftOut: true })}
          >
            {(ask, busy) => (
              <Button onClick={ask} disabled={busy} className="max-md:flex-1 max-md:px-3">
                {t('imports.leaveOutAll')}
              </Button>
            )}
          </AskFirst>
        )}
        <Button tone="primary" disabled={problems > 0} onClick={() => onStep('look')} className="max-md:flex-1">
          {t('imports.next')}
        </Button>
      </Bar>
    </>
  )
}
