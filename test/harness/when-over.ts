import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Runs a clean-up at the end of the current test, or of the file if no test is running. `afterAll` inside a test would never run: an app
 * that is not closed would query a dropped database twice a second until the run ends.
 */
export function whenOver(work: () => unknown) {
  const end = async () => void (await work())
  if (TestRunner.getCurrentTest()) onTestFinished(end)
  else afterAll(end)
}
