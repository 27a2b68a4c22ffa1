import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The result of a step: counts, a line for each failure, and what passed only at the second try. */
export const nothing = { passed: 0, failed: 0, failures: [], flaky: [] }

/** The result of a checker: the lines that name an error, else its first line. It counts as one failure, however many errors it names. */
export function ofText(output) {
  const lines = output.split('\n').filter((line) => line.trim())
  const errors = lines.filter((line) => /error TS\d+|\[(Error|Warning)\/|^× \S+: /.test(line))
  return { ...nothing, failures: errors.length ? errors : lines.slice(0, 10) }
}

export function ofVitest({ numPassedTests = 0, numFailedTests = 0, testResults = [] }) {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = pathOf(name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (!failed.length) return [`${file}: ${firstLine(message)}`]
      return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages[0])}`)
    })
  // For a test that passed at the second try, the report also has the failure of the first.
  const flaky = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length)
      .map(({ fullName, failureMessages }) => `${pathOf(name)} › ${fullName}: ${firstLine(failureMessages[0])}`),
  )
  return { ...nothing, passed: numPassedTests, failed: Math.max(numFailedTests, failures.length), failures, flaky }
}

export function ofPlaywright({ stats, suites = [], errors = [] }) {
  const all = suites.flatMap((suite) => testsOf(suite, ''))
  const named = (status) => all.filter((one) => one.status === status).map((one) => one.name)
  const failures = [...errors.map(({ message }) => firstLine(message)), ...named('unexpected')]
  const flaky = named('flaky')
  return { passed: (stats?.expected ?? 0) + flaky.length, failed: failures.length, failures, flaky }
}

const testsOf = ({ file, title, specs = [], suites = [] }, above) => {
  const path = title === file ? above : `${above}${title} › `
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, projectName, results }) => ({
        status,
        name: `${spec.file}:${spec.line} › ${path}${spec.title} (${projectName})${reasonOf(results)}`,
      })),
    ),
    ...suites.flatMap((suite) => testsOf(suite, path)),
  ]
}

/** The first failure in one line, which says what was expected and what came. */
function reasonOf(results = []) {
  const message = results.find(({ error }) => error?.message)?.error.message
  if (!message) return ''
  const words = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim()
  return `: ${words.slice(0, 300)}`
}

const pathOf = (file) => relative(process.cwd(), file).replaceAll('\\', '/')

// The codes for colours are of no use outside the tool's own terminal.
const firstLine = (text = '') => stripVTControlCharacters(text).trimStart().split('\n')[0]
