/** Where each weight begins and how wide it is, in percent; together they should make 100. */
export function besideEachOther(weights: readonly number[]) {
  const hundredths = weights.map((weight) => Math.round(weight * 100))
  const sum = hundredths.reduce((all, weight) => all + weight, 0) / 100
  const places = hundredths.map((weight, nth) => ({
    from: hundredths.slice(0, nth).reduce((all, one) => all + one, 0) / 100,
    weight: weight / 100,
  }))
  return { places, sum, most: Math.max(100, sum) }
}
