{
  description = "clew solves, counts, verifies and profiles puzzles that are paths, links and Latin squares";
  inputs.nixpkgs.url = "nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      version = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package.version;
    in {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "clew";
          inherit version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          buildFeatures = [ "pictures" ];
          cargoBuildFlags = [ "--bin" "clew" ];
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/clew man -o man
            installManPage man/*.1
            installShellCompletion --cmd clew --bash <($out/bin/clew completions bash) \
              --zsh <($out/bin/clew completions zsh) --fish <($out/bin/clew completions fish)
          '';
          meta = { license = pkgs.lib.licenses.mit; mainProgram = "clew"; };
        };
      });
      devShells = each (pkgs: { default = pkgs.mkShell { packages = with pkgs; [ cargo rustc rustfmt clippy nodejs python3 mdbook ]; }; });
    };
}
