import SiltScreen
import SiltText
import Testing

struct ColorDepthTests {
  @Test(
    arguments: [
      (["TERM": "dumb"], ColorDepth.none),
      ([:], .none),
      (["TERM": "vt100"], .none),
      (["TERM": "vt220"], .none),
      (["TERM": "xterm-mono"], .none),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
      (["TERM": "xterm"], .sixteen),
      (["TERM": "linux"], .sixteen),
      (["TERM": "vte"], .sixteen),
      (["TERM": "screen"], .sixteen),
      (["TERM": "xterm", "COLORTERM": "yes"], .sixteen),
      (["TERM": "xterm-256color"], .palette),
      (["TERM": "tmux-256color"], .palette),
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm-direct"], .trueColor),
      (["TERM": "xterm-kitty"], .trueColor),
      (["TERM": "foot"], .trueColor),
      (["TERM": "alacritty"], .trueColor),
    ] as [([String: String], ColorDepth)]
  )
  func `the environment says what the terminal has`(
    environment: [String: String],
    depth: ColorDepth
  ) {
    #expect(ColorDepth(environment: { environment[$0] }) == depth)
  }

  @Test(
    arguments: [
      (.rgb(red: 255, green: 0, blue: 0), ColorDepth.palette, .palette(196)),
      (.rgb(red: 8, green: 8, blue: 8), .palette, .palette(232)),
      (.rgb(red: 95, green: 135, blue: 175), .palette, .palette(67)),
      (.rgb(red: 250, green: 5, blue: 5), .sixteen, .palette(9)),
      (.rgb(red: 1, green: 1, blue: 1), .sixteen, .palette(0)),
      (.palette(196), .sixteen, .palette(9)),
      (.palette(232), .sixteen, .palette(0)),
      (.palette(12), .sixteen, .palette(12)),
      (.palette(200), .palette, .palette(200)),
      (.palette(1), .none, .standard),
      (.rgb(red: 1, green: 2, blue: 3), .trueColor, .rgb(red: 1, green: 2, blue: 3)),
      (.standard, .sixteen, .standard),
    ] as [(Color, ColorDepth, Color)]
  )
  func `a colour becomes the nearest there is`(color: Color, depth: ColorDepth, nearest: Color) {
    #expect(depth.reduced(Style(foreground: color)).foreground == nearest)
    #expect(depth.reduced(Style(background: color)).background == nearest)
  }

  @Test func `text does not vanish in its background`() {
    let light = Style(
      foreground: .rgb(red: 255, green: 255, blue: 250),
      background: .rgb(red: 250, green: 255, blue: 255)
    )
    #expect(ColorDepth.sixteen.reduced(light).foreground == .palette(0))
    #expect(ColorDepth.sixteen.reduced(light).background == .palette(15))
    let dark = Style(
      foreground: .rgb(red: 5, green: 0, blue: 0),
      background: .rgb(red: 0, green: 0, blue: 5)
    )
    #expect(ColorDepth.sixteen.reduced(dark).foreground == .palette(15))
    #expect(ColorDepth.none.reduced(dark) == .plain)
  }

  @Test func `underlines of other shapes need a terminal of today`() {
    let curly = Style(underlineColor: .palette(1), underline: .curly)
    #expect(ColorDepth.palette.reduced(curly) == curly)
    #expect(ColorDepth.sixteen.reduced(curly) == Style(underline: .single))
    #expect(ColorDepth.none.reduced(curly) == Style(underline: .single))
  }
}
