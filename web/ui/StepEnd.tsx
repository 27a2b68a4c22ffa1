import type { ReactNode } from 'react'

/** The end of a step, always visible even if the step is long: a summary, and the button to continue. */
export const StepEnd = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0">
    <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
      {text}
    </p>
    <div className="flex flex-wrap gap-3 max-md:w-full">{children}</div>
  </div>
)
