/** IP addresses from which TradingView sends webhooks, as it has published. */
const sourceAddresses: readonly string[] = [
  '52.89.214.238',
  '34.212.75.30',
  '54.218.53.128',
  '52.32.178.7',
]

export const isTradingViews = (address: string): boolean => sourceAddresses.includes(address)
