import { lazy } from 'react'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import type { PaperLanguage } from './labels.ts'
import type { Job } from './PrintJob.tsx'

const PrintJob = lazy(part(async () => (await import('./PrintJob.tsx')).PrintJob))

type Props = { job: Job | null; language: PaperLanguage; onClose: () => void }

/** Prints a job as soon as there is one; the sheets are fetched then. */
export const Printing = ({ job, language, onClose }: Props) =>
  job && (
    <LazyPart onClose={onClose}>
      <PrintJob job={job} language={language} onClose={onClose} />
    </LazyPart>
  )
