import { afterAll, onTestFinished, TestRunner } from 'vitest'

/**
 * Does what is left to do for what was made: at the end of the test that made it, else of its file. What a test hands to afterAll is never
 * done: an app that stays asks a database for it twice a second that is no longer there, until the run ends.
 */
export function whenOver(work: () => unknown) {
  const end = async () => void (await work())
  if (TestRunner.getCurrentTest()) onTestFinished(end)
  else afterAll(end)
}
