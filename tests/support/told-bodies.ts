/**
 * Bodies that programs and their users send, with texts that a trader expects to read (`shows`) and
 * texts that must never be shown (`hides`).
 */
export const toldBodies: readonly {
  name: string
  body: string
  shows: readonly string[]
  hides: readonly string[]
  /** Fields that the owner lists, where no rule by names can tell. */
  neverShown?: readonly string[]
}[] = [
  {
    name: '3commas signal bot',
    body: '{\n  "secret": "SECRETO-01-eyJhbGciOi",\n  "max_lag": "300",\n  "timestamp": "2026-11-26T10:15:00Z",\n  "trigger_price": "67432.50",\n  "tv_exchange": "BINANCE",\n  "tv_instrument": "BTCUSDT",\n  "action": "enter_long",\n  "bot_uuid": "00000000-1111-2222-3333-444444444444",\n  "order": { "amount": "100", "currency_type": "quote" }\n}',
    shows: ['ENTER_LONG', 'BTCUSDT', 'BINANCE'],
    hides: ['SECRETO'],
  },
  {
    name: '3commas array of two bots',
    body: '[{ "message_type": "bot", "bot_id": 1000001, "email_token": "SECRETO-03-aaaa", "delay_seconds": 0, "pair": "USDT_BTC" },\n { "message_type": "bot", "bot_id": 1000002, "email_token": "SECRETO-03-bbbb", "delay_seconds": 5, "pair": "USDT_ETH" }]',
    shows: ['USDT_BTC', 'USDT_ETH'],
    hides: ['SECRETO'],
  },
  {
    name: 'OKX by script, single brace and tabs',
    body: '{\t\n\t"apiSec": "SECRETO-05-xyz",\n\t"symbol": "ETH-USDT-SWAP",\n\t"side": "sell",\n\t"cancelLastOrder": true,\n\t"closeLastSwaps": true,\n\t"ordType": "limit",\n\t"price": {close},\n\t"amount": "95%",\n\t"slPercent": "1.5",\n\t"tpPercent": "3",\n}',
    shows: ['ETH-USDT-SWAP'],
    hides: ['SECRETO'],
  },
  {
    name: 'LuxAlgo single-brace JSON pasted into a price alert',
    body: '{\n  "ticker": "{ticker}",\n  "timeframe": "{tf}",\n  "price": "{close}",\n  "signal": "{default}",\n  "strength": "{bullish}"\n}',
    shows: [],
    hides: ['symbol=%7Bticker'],
  },
  {
    name: 'POA v5 (Korea)',
    body: '{\n  "password": "SECRETO-08",\n  "exchange": "BINANCE",\n  "base": "BTC",\n  "quote": "USDT.P",\n  "side": "entry/buy",\n  "amount": "0.02",\n  "price": "67432.5",\n  "percent": "NaN",\n  "margin_mode": "isolated",\n  "leverage": 10,\n  "order_name": "롱 진입 — 1차 분할"\n}',
    shows: ['BTC', 'ENTRY/BUY', 'BINANCE'],
    hides: ['SECRETO'],
  },
  {
    name: 'PickMyTrade: the side is called data',
    body: '{\n  "symbol": "NQ",\n  "strategy_name": "ORB NY",\n  "date": "2026-11-26T14:31:00Z",\n  "data": "buy",\n  "quantity": 1,\n  "risk_percentage": 0,\n  "price": "21450.25",\n  "tp": 0,\n  "percentage_tp": 0,\n  "dollar_tp": 0,\n  "sl": 0,\n  "dollar_sl": 0,\n  "percentage_sl": 0,\n  "trail": 0,\n  "trail_stop": 0,\n  "trail_trigger": 0,\n  "trail_freq": 0,\n  "update_tp": false,\n  "update_sl": false,\n  "breakeven": 0,\n  "token": "SECRETO-09-t",\n  "pyramid": false,\n  "same_direction_ignore": false,\n  "reverse_order_close": true,\n  "multiple_accounts": [\n    { "token": "SECRETO-09-t1", "account_id": "DEMO000001", "risk_percentage": 0, "quantity_multiplier": 1 },\n    { "token": "SECRETO-09-t2", "account_id": "DEMO000002", "risk_percentage": 0, "quantity_multiplier": 2 }\n  ]\n}',
    shows: ['NQ', 'BUY', '21.450,25', 'ORB NY'],
    hides: ['SECRETO'],
  },
  {
    name: 'Autoview, several commands joined',
    body: 'e=bybit s=ETHUSDT.P c=position t=market\ndelay=5\ne=bybit s=ETHUSDT.P b=long q=10% l=5 t=market | tp=p3% sl=-1.5% & ts=0.5%\ne=deribit a=SECRETO-13 s=ETH-PERPETUAL b=sell q=50 p=-0.1% t=post',
    shows: ['ts=0.5%', 'delay=5', 'b=sell'],
    hides: [],
  },
  {
    name: 'CrossTrade command line',
    body: 'key=SECRETO-14-abcdef;\ncommand=PLACE;\naccount=sim101;\ninstrument=ES 03-25;\naction=BUY;\nqty=1;\norder_type=LIMIT;\nlimit_price=5912.25;\ntif=DAY;\nflatten_first=true;',
    shows: ['ES 03-25', 'BUY'],
    hides: ['SECRETO'],
  },
  {
    name: 'Zignaly as a mail, spaced pairs',
    body: 'key = SECRETO-16\n type = entry\n exchange = binance\n pair = BTC-USDT\n price = 67432.5\n positionSize = 0.5\n takeProfit1 = 69000\n stopLoss = 65000\n-- \nSent from a mail rule',
    shows: ['BTC-USDT'],
    hides: ['SECRETO'],
  },
  {
    name: 'TradeWzrd, two orders in two lines',
    body: 'CLOSE, EURUSD, SIDE=SELL\nBUY, EURUSD, RISK=2, SL=30, TP=60, TPSLType=PIPS, COMMENT="Londres, 1.ª vela"',
    shows: ['CLOSE, EURUSD', 'RISK=2', '1.ª vela'],
    hides: [],
  },
  {
    name: 'opening quote of a key missing',
    body: '{"symbol":"NASDAQ:NQ1!",exchange":"NQ1!","timeframe":"1","direction":"LONG","entry_price":21450.25,"confidence":0.85,"reason":"FVG fill, retest"}',
    shows: ['LONG', 'NASDAQ:NQ1!'],
    hides: ['exchange":'],
  },
  {
    name: 'colon record',
    body: 'SIGNAL:Bullish:21450.25:75:ALIGNED:ALIGNED:2026-11-26T08:00:00Z',
    shows: ['SIGNAL:Bullish:21450.25'],
    hides: [],
  },
  {
    name: 'missing comma after a nested object',
    body: '{\n  "trading_symbol": "EUR_USD",\n  "exchange": "OANDA",\n  "time_frame": "1H",\n  "ohlcv": { "open": 1.0841, "high": 1.0852, "low": 1.0838, "close": 1.0849, "volume": 5312 }\n  "strategy_params": { "direction": 1, "stop_loss": 1.0810, "name": "MACD" },\n  "webhook_url": "https://bridge.example/hook/SECRETO-24"\n}',
    shows: ['OANDA'],
    hides: ['SECRETO'],
  },
  {
    name: 'commented JSON collapsed onto one line',
    body: '{ "ticker": "AAPL", // Symbol to trade (required) "direction": "long", // Trade direction: long, short or exit (required) "price": 231.4, "auth_key": "SECRETO-27" // Authentication key (required) }',
    shows: ['AAPL'],
    hides: ['SECRETO'],
  },
  {
    name: 'exact keys that are objects',
    body: '{\n  "meta": { "engine": "SATY_PO", "engine_version": "v1.0" },\n  "instrument": { "symbol": "SPY", "exchange": "AMEX" },\n  "timeframe": { "chart_tf": "5", "event_tf": "15" },\n  "event": { "name": "ENTER_COMPRESSION", "description": "Oscilador en compresión" },\n  "price": { "open": 601.2, "high": 602.1, "low": 600.9, "close": 601.85 },\n  "side": null\n}',
    shows: ['SPY'],
    hides: ['[object Object]', '{"chart_tf"', '{"open"', 'NULL'],
  },
  {
    name: 'object as text inside text',
    body: '{"text":"{\\"meta\\":{\\"engine\\":\\"SATY_PO\\"},\\"instrument\\":{\\"symbol\\":\\"SPY\\",\\"exchange\\":\\"AMEX\\"},\\"event\\":{\\"name\\":\\"ENTER\\"},\\"side\\":\\"buy\\"}"}',
    shows: ['BUY'],
    hides: ['"engine"'],
  },
  {
    name: 'TV-Hub batch, the side is a boolean',
    body: '[\n  { "pair": "BTCUSDT", "isBuy": true, "isMarket": true, "isBuyUnits": false, "units": "10%", "exchange": "BINANCE-FUTURES", "apiKey": "SECRETO-30-a", "token": "SECRETO-30-b", "alertTimestamp": "2026-11-26T10:15:00Z" },\n  { "pair": "BTCUSDT", "isBuy": false, "isLimit": true, "price": 69000, "units": "50%", "exchange": "BINANCE-FUTURES", "apiKey": "SECRETO-30-a", "token": "SECRETO-30-b", "delay": 5 }\n]',
    shows: ['BTCUSDT', '69000'],
    hides: ['SECRETO'],
  },
  {
    name: 'TrendSpider placeholders unfilled',
    body: '{\n  "ticker": "%alert_symbol%",\n  "order_action": "buy",\n  "order_contracts": "1",\n  "price": "%last_price%",\n  "interval": "%alert_time_frame%",\n  "account_passphrase": "SECRETO-32"\n}',
    shows: ['BUY'],
    hides: ['SECRETO', 'symbol=%25alert'],
  },
  {
    name: 'strategy text, long number, size twice',
    body: 'MACD+RSI (12, 26, 9, 14): order buy @ 3,979,480 filled on KRW-BTC. New strategy position is 0.002512908435. Prev {{strategy.prev_market_position}} → long',
    shows: ['3,979,480', '0.002512908435', '{{strategy.prev_market_position}}'],
    hides: [],
  },
  {
    name: 'Forex channel with arrows and keycaps',
    body: '🇺🇸🇨🇭UsdChf↘️SELL➡️Now\n\n☑️At ➡️0.9541\n➖➖➖➖➖\n❌Sl➡️0.9565\n1️⃣Tp➡️0.9520\n2️⃣Tp➡️0.9500\n[ GBPJPY ] ❗️🎄BUY 💯💯❗️ 《3%》\n👨‍👩‍👧‍👦 VIP',
    shows: ['🇺🇸🇨🇭UsdChf', '1️⃣Tp', '👨‍👩‍👧‍👦'],
    hides: [],
  },
  {
    name: 'percent-encoded text (from a GET example)',
    body: '🚀%20매수%20신호%0A종목:%20005930%0A가격:%2071500%0A시간:%20{{timenow}}',
    shows: ['005930'],
    hides: [],
  },
  {
    name: 'br lines',
    body: '{"content":"<b>BTCUSDT</b> 15m<br>Precio: 67432.5 &euro;<br/>RSI &lt; 30 &amp; MACD &gt; 0<br><a href=\'https://es.tradingview.com/x/abc123/\'>ver</a>"}',
    shows: ['67432.5', 'BTCUSDT'],
    hides: [],
  },
  {
    name: 'Feishu/Lark card',
    body: '{"msg_type":"interactive","card":{"header":{"title":{"tag":"plain_text","content":"突破提醒 BTCUSDT"},"template":"red"},"elements":[{"tag":"div","text":{"tag":"lark_md","content":"**价格**：67,432.50\\n**周期**：15分钟"}},{"tag":"action","actions":[{"tag":"button","text":{"tag":"plain_text","content":"查看"},"url":"https://cn.tradingview.com/x/abc/"}]}]},"sign":"SECRETO-43"}',
    shows: ['突破提醒 BTCUSDT', '67,432.50'],
    hides: ['SECRETO'],
  },
  {
    name: 'scientific price of a small coin',
    body: '{"symbol":"HSC_USDT","price":6.521e-05,"exchange":"GATEIO","side":"buy","timeframe":"1","qty":1.2E+7,"atr":1.63E-6}',
    shows: ['HSC_USDT', '0,00006521'],
    hides: [],
  },
  {
    name: 'symbol with an ampersand in a form',
    body: 'symbol=NSE:M&M&side=buy&price=2890.5&timeframe=15',
    shows: ['2890.5'],
    hides: [],
  },
  {
    name: 'one path-like value',
    body: '{"signal":"BTCUSDT/long/open"}',
    shows: ['BTCUSDT'],
    hides: [],
  },
  {
    name: 'doubled quotes around JSON',
    body: '""{"key":"SECRETO-58","exchange":"zignaly","pair":"BTCUSDT","type":"entry","side":"long"}""',
    shows: ['BTCUSDT'],
    hides: ['SECRETO'],
  },
  {
    name: 'secret under a key of one letter',
    body: '{"c":"BUY BTCUSDT @ 67432.5","t":"SECRETO-60#$&!ñ"}',
    shows: ['BUY BTCUSDT @ 67432.5'],
    hides: ['SECRETO'],
    neverShown: ['t'],
  },
  {
    name: 'TradeBot nested alert message',
    body: '{\n  "passphrase": "SECRETO-62",\n  "ticker": "BTCUSDT",\n  "unit": 3.5,\n  "strategy": { "long": { "size": 1, "entry": 67432.5 }, "short": {}, "name": "Turtle" },\n  "order": { "action": "buy", "comment": "Long #2" },\n  "entry": 67432.5,\n  "message": "{"sl": 66900, "tp": 68500}"\n}',
    shows: ['BTCUSDT'],
    hides: ['SECRETO'],
  },
  {
    name: 'moomoo tickers',
    body: '{"alert_name":"US.AAPL","symbol":"CC.BTC","action":"BUY_STOP_LMT","close":"231.4","interval":"1D","connection_name":"no soy yo","timestamp":"2026-11-26 10:15:00 -0500"}',
    shows: ['CC.BTC', 'BUY_STOP_LMT'],
    hides: [],
  },
]
